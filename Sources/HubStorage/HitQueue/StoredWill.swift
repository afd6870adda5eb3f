// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// One hit of a will, as the file keeps it.
struct StoredWill: Sendable, Hashable {
    /// The queue that wrote it.
    let owner: String
    /// What it is about.
    let key: String
    /// Its place in the will, from 0.
    let place: Int64
    /// The process of the queue.
    let process: ProcessMark
    /// When it was written, in microseconds since 1970.
    let created: Int64
    let stream: String
    let payload: Data

    /// Puts a row together.
    init(
        owner: String,
        key: String,
        place: Int64,
        process: ProcessMark,
        created: Int64,
        stream: String,
        payload: Data
    ) {
        self.owner = owner
        self.key = key
        self.place = place
        self.process = process
        self.created = created
        self.stream = stream
        self.payload = payload
    }

    /// Reads a salvaged row; nil if it is not a will, or if its checksum does not match.
    init?(_ values: [SQLiteCell.Value]) {
        guard values.count == 8 || values.count == 9, case .text(let owner) = values[0],
            case .text(let key) = values[1],
            case .int(let place) = values[2], case .int(let process) = values[3], case .int(let started) = values[4],
            case .int(let created) = values[5], case .text(let stream) = values[6], case .blob(let payload) = values[7]
        else { return nil }
        self.init(
            owner: owner,
            key: key,
            place: place,
            process: ProcessMark(identifier: process, started: started),
            created: created,
            stream: stream,
            payload: payload
        )
        switch values.count == 9 ? values[8] : .null {
        case .int(checksum), .null: break
        default: return nil
        }
    }

    /// What tells it from one in which a bit was flipped.
    var checksum: Int64 {
        HitChecksum(
            owner: owner,
            key: key,
            numbers: [place, process.identifier, process.started, created],
            stream: stream,
            payload: payload
        ).column
    }

    /// The hit that it becomes.
    var hit: HitQueue.Hit {
        HitQueue.Hit(
            id: "\(owner)-\(key)-\(place)",
            stream: stream,
            payload: payload,
            created: Date(microseconds: created)
        )
    }
}
