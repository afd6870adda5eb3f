// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    /// Remarks into a pipe whose reader has gone.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct UnheardRemarkTests {
        @Test(
            arguments: [
                (["segment"], 0, "x, line 2\n  no effect\n\n1 event, 0 calls; 1 had no effect.\n"), (["ply"], 2, ""),
            ] as [([String], Int32, String)]
        )
        func theWorkIsDoneWhoeverHearsOfIt(_ words: [String], _ code: Int32, _ output: String) throws {
            let folder = try TemporaryFolder()
            let input = try folder.write(#"{"settings":{"appid2":1}}"# + "\n" + #"{"event":"x"}"#, to: "in")
            let file = try folder.write("", to: "out")
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
            close(ends[0])
            let process = Process()
            process.executableURL = Executable.url
            process.arguments = words
            process.standardInput = try FileHandle(forReadingFrom: input)
            process.standardOutput = try FileHandle(forWritingTo: file)
            process.standardError = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
            try process.run()
            close(ends[1])
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == code)
            #expect(try String(contentsOf: file, encoding: .utf8) == output)
        }
    }
#endif
