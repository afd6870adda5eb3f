// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubRecording
import LaunchHubSession
import TestSupport

/// A file that a recorder writes, in a folder of its own.
struct RecordedFile {
    let folder: TemporaryFolder
    var url: URL { folder.file("session.jsonl") }
    var previous: URL { folder.file("session.1.jsonl") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The lines of the file.
    func lines(_ url: URL? = nil) throws -> [JSONObject] {
        try text(url).split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
    }

    /// The lines of one kind.
    func lines(of kind: String) throws -> [JSONObject] {
        try lines().filter { $0["kind"] == .string(kind) }
    }

    func text(_ url: URL? = nil) throws -> String {
        try String(contentsOf: url ?? self.url, encoding: .utf8)
    }

    /// The session as the tool reads it.
    func session() throws -> (session: Session, remarks: [String]) {
        var reader = SessionReader(file: "recording")
        for line in try text().split(separator: "\n") { try reader.read(String(line)) }
        let session = try reader.finish()
        return (session, reader.remarks)
    }
}
