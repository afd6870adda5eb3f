// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// Sessions that are too long to be kept, out of a pipe and out of the middle of a file.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct PipedSessionTests {
        private static let count = 5_000
        private static let same =
            "Long: the same through hub events: \(count) steps, 0 records, 0 pings, 0 notices.\n"

        private let folder: TemporaryFolder
        private let file: String

        init() throws {
            folder = try TemporaryFolder()
            let steps = (1...Self.count).map { #"{"kind":"advance","t":\#($0)}"# }
            let lines =
                ["another line", #"{"schema":"launch-hub-session","version":2,"title":"Long"}"#] + steps
                + [#"{"kind":"end","t":\#(Self.count),"steps":\#(Self.count)}"#]
            file = try folder.write(lines.map { $0 + "\n" }.joined(), to: "lines").path
        }

        private func shell(_ line: String) throws -> (code: Int32, output: String, error: String) {
            try Executable.run(["-c", line], program: URL(fileURLWithPath: "/bin/sh"))
        }

        /// The copy of what came through the pipe has no name: nothing is left of it.
        @Test func whatComesThroughAPipeIsReadTwiceAndLeavesNothing() throws {
            let program = try #require(Executable.url).path
            let own = folder.url.appending(path: "own", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: false)
            let run = try shell("tail -n +2 '\(file)' | TMPDIR='\(own.path)' '\(program)' replay")
            #expect(run.code == 0 && run.error.isEmpty)
            #expect(run.output == Self.same)
            #expect(try FileManager.default.contentsOfDirectory(atPath: own.path) == [])
        }

        /// Standard input may be a file of which somebody has read the beginning.
        @Test func aSessionMayBeginWithinAFile() throws {
            let program = try #require(Executable.url).path
            let run = try shell("{ read -r line; exec '\(program)' replay -; } < '\(file)'")
            #expect(run.code == 0 && run.error.isEmpty)
            #expect(run.output == Self.same)
            let whole = try shell("exec '\(program)' replay '\(file)'")
            #expect(whole.code == 2 && whole.output.isEmpty)
        }
    }
#endif
