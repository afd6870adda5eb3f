// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHubSession

/// A session whose steps are read from its file each time; none is kept.
struct SessionFileSource: SessionSource {
    let outline: SessionOutline
    private let lines: InputLines
    /// The place of the first byte, and the number of bytes: what came to the file later is not read.
    private let start: UInt64
    private let count: Int

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - outline: What is known of the session.
    ///   - lines: The file, which can be read from any place.
    ///   - start: The place of its first byte.
    ///   - count: The number of its bytes.
    init(_ outline: SessionOutline, lines: InputLines, start: UInt64, count: Int) {
        self.outline = outline
        self.lines = lines
        self.start = start
        self.count = count
    }

    func makeSteps() throws -> any SessionSteps {
        do {
            try lines.handle.seek(toOffset: start)
        } catch {
            throw FileFailure("read", lines.name, error)
        }
        return Steps(cursor: InputLines.Cursor(lines, limit: count), stream: SessionStream(file: lines.name))
    }

    private struct Steps: SessionSteps {
        var cursor: InputLines.Cursor
        var stream: SessionStream
        /// The steps that were read, the next one last.
        private var ready: [SessionStream.Read] = []
        private var isFinished = false

        init(cursor: InputLines.Cursor, stream: SessionStream) {
            self.cursor = cursor
            self.stream = stream
        }

        mutating func next() throws -> SessionStream.Read? {
            while ready.isEmpty, !isFinished {
                if let line = try cursor.next() {
                    try stream.read(String(decoding: line.bytes, as: UTF8.self), isTerminated: line.isTerminated)
                } else {
                    _ = try stream.finish()
                    isFinished = true
                }
                ready = stream.removeSteps().reversed()
            }
            return ready.popLast()
        }
    }
}
