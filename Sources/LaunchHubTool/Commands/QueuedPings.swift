// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import HubStorage

/// The queued pings of an app's folder.
struct QueuedPings {
    /// What `--only` names.
    enum State: String, CaseIterable, Sendable {
        case waiting, aside
    }

    /// The pings that wait, and behind them those that were set aside.
    let pings: [QueuedPing]
    let files: [HitQueueFile]
    /// So many characters of an id tell it from all others, at least eight.
    let idLength: Int

    /// Reads the queue of a folder; nothing is changed.
    ///
    /// - Parameters:
    ///   - path: The folder, or a queue's own file; nil for the folder in `LAUNCH_HUB_FOLDER`.
    ///   - state: The pings to read; nil for all.
    /// - Throws: `UsageError` if there is no folder, `FileFailure` if its queue cannot be read.
    init(_ path: String?, only state: State? = nil) throws {
        files = try Self.files(path)
        var entries: [(entry: HitQueueFile.Entry, file: String)] = []
        for file in files {
            do {
                let name = URL(fileURLWithPath: file.path).lastPathComponent
                entries += try file.contents().entries.map { ($0, name) }
            } catch {
                throw FileFailure("read", file.path, reason: "\(error)")
            }
        }
        let ordered = entries.filter { $0.entry.reason == nil } + entries.filter { $0.entry.reason != nil }
        let pings = ordered.enumerated().map { QueuedPing($1.entry, file: $1.file, number: $0 + 1) }
        let ids = pings.map(\.id).sorted()
        idLength = zip(ids, ids.dropFirst()).map { $0.commonPrefix(with: $1).count + 1 }.max().map { max(8, $0) } ?? 8
        self.pings = pings.filter { state == nil || $0.isAside == (state == .aside) }
    }

    /// Returns the queues of a folder: that of this version, and those that other versions keep beside it.
    ///
    /// - Parameter path: The folder, or a queue's own file; nil for the folder in `LAUNCH_HUB_FOLDER`.
    /// - Returns: The files, in the order of their names.
    /// - Throws: `UsageError` if there is no folder, `FileFailure` if it cannot be looked into.
    static func files(_ path: String?) throws -> [HitQueueFile] {
        if let path, PingsInput.isDatabase(path) { return [HitQueueFile(path)] }
        let folder = try AppFolderPath.url(path)
        return try FileManager.default.names(in: folder.path)
            .filter { $0.hasPrefix("pings.") && $0.hasSuffix(".sqlite") }
            .map { HitQueueFile(folder.appending(path: $0, directoryHint: .notDirectory).path) }
    }

    /// Returns the one ping that a text names.
    ///
    /// - Parameter text: An id, or its first characters, of which there must be four; or the place in the list, which changes
    ///   while the app sends.
    /// - Returns: The ping.
    /// - Throws: `UsageError` unless exactly one ping matches.
    func ping(_ text: String) throws(UsageError) -> QueuedPing {
        let found = pings.filter { $0.id == text || text.count >= 4 && $0.id.hasPrefix(text) }
        guard let ping = found.first else {
            if let number = Int(text), let ping = pings.first(where: { $0.number == number }) {
                return ping
            }
            throw UsageError(
                "no ping here has the number or id \"\(text.prefix(64))\"; \"launchhub pings list\" shows "
                    + "both, and four characters of an id are needed."
            )
        }
        guard found.count == 1 || found.filter({ $0.id == text }).count == 1 else {
            throw UsageError("\(found.count) pings have an id that begins with \"\(text)\"; write more of it.")
        }
        return found.first { $0.id == text } ?? ping
    }

    /// Queues pings anew that were set aside.
    ///
    /// - Parameter ids: Their ids.
    /// - Returns: The number of those that were queued.
    /// - Throws: `FileFailure` if a queue cannot be written.
    func resend(_ ids: Set<String>) throws -> Int {
        try files.reduce(0) { count, file in
            do {
                return count + (try file.resend(ids))
            } catch {
                throw FileFailure("write", file.path, reason: "\(error)")
            }
        }
    }
}

/// A ping in the queue of an app.
struct QueuedPing: Sendable {
    let entry: HitQueueFile.Entry
    /// The name of the file that the ping is in.
    let file: String
    /// The place in the list of all pings, from 1.
    let number: Int
    /// The ping as it was queued; empty if it cannot be read.
    let ping: JSONObject

    init(_ entry: HitQueueFile.Entry, file: String, number: Int) {
        self.entry = entry
        self.file = file
        self.number = number
        ping = (try? JSONObject(jsonData: entry.hit.payload)) ?? [:]
    }

    var id: String { entry.hit.id }
    /// Whether it was set aside, and does not wait.
    var isAside: Bool { entry.reason != nil }
    /// The state as a word of the output.
    var state: String { isAside ? "set aside" : "waiting" }
    var product: String { ping["product"]?.stringValue ?? "unreadable" }
    var url: String? { ping["url"]?.stringValue }
    var isDamaged: Bool { entry.isDamaged || url == nil }

    /// When the ping was queued, in milliseconds since 1970.
    var created: Int64 { Int64(clamping: entry.hit.created.microseconds / 1_000) }

    /// The ping as a line of JSON, which `launchhub pings` and `launchhub certify` read too.
    var json: JSONObject {
        var object: JSONObject = [
            "kind": "queued_ping", "id": .string(id), "state": .string(isAside ? "set_aside" : "waiting"),
            "product": .string(product), "created": .int(created), "tries": .number(entry.hit.attempts),
            "stream": .string(entry.hit.stream), "file": .string(file), "damaged": .bool(isDamaged),
            "method": ping["method"] ?? .null, "url": ping["url"] ?? .null,
        ]
        object["reason"] = entry.reason.map(JSONValue.string)
        object["body"] = ping["body"]
        return object
    }
}
