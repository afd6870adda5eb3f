// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Glibc
    import Testing

    /// Output that nobody takes at once, and remarks that nobody takes at all.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct LostOutputTests {
        /// A pipe that is full says so instead of waiting, where its owner has asked for that: its reader takes a little at a
        /// time, and the program writes all at once.
        @Test func aPipeThatDoesNotWaitGetsEveryByte() throws {
            for words in [["record", "--schema"], ["validate", "content", "--rules"]] {
                let expected = try Executable.run(words).output
                var ends: [Int32] = [0, 0]
                try #require(pipe(&ends) == 0)
                // A page, where `F_SETPIPE_SZ` allows it.
                _ = fcntl(ends[1], 1_031, 4_096)
                try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
                let process = Process()
                process.executableURL = Executable.url
                process.arguments = words
                process.standardOutput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
                process.standardError = FileHandle.nullDevice
                try process.run()
                close(ends[1])
                var bytes: [UInt8] = []
                var part = [UInt8](repeating: 0, count: 512)
                while true {
                    let count = read(ends[0], &part, part.count)
                    guard count > 0 else { break }
                    bytes += part[..<count]
                }
                close(ends[0])
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
                #expect(String(decoding: bytes, as: UTF8.self) == expected)
            }
        }

        /// A command's work does not depend on who hears its remarks.
        @Test(arguments: ["2>/dev/full", "2>&-"])
        func aRemarkThatIsLostIsNoError(_ errors: String) throws {
            let program = try #require(Executable.url).path
            func run(_ words: String, _ input: String) throws -> (code: Int32, output: String, error: String) {
                try Executable.run(
                    ["-c", "exec '\(program)' \(words) \(errors)"],
                    input: input,
                    program: URL(fileURLWithPath: "/bin/sh")
                )
            }
            let remark = try run("segment", #"{"settings":{"appid2":1}}"# + "\n" + #"{"event":"x"}"#)
            #expect(remark.code == 0 && remark.error.isEmpty)
            #expect(remark.output == "x, line 2\n  no effect\n\n1 event, 0 calls; 1 had no effect.\n")
            let mistake = try run("ply", "")
            #expect(mistake.code == 2 && mistake.output.isEmpty && mistake.error.isEmpty)
        }
    }
#endif
