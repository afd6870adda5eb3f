// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession

/// Writes a session file step by step, so that what was played is there even where playing is broken off.
struct SessionRecording {
    private let path: String
    private let handle: FileHandle

    init(_ file: OutputFile, header: SessionHeader) throws(FileFailure) {
        path = file.path
        handle = try file.open()
        try write([SessionFile.line(for: header)])
    }

    func write(_ step: SessionStep) throws(FileFailure) {
        try write(SessionFile.lines(for: step))
    }

    func finish(_ session: Session) throws(FileFailure) {
        try write([SessionFile.endLine(time: session.duration, steps: session.steps.count)])
        try? handle.close()
    }

    private func write(_ lines: [JSONObject]) throws(FileFailure) {
        do {
            try handle.write(contentsOf: Data(lines.map { $0.jsonText + "\n" }.joined().utf8))
        } catch {
            throw FileFailure("write", path, error)
        }
    }
}
