// SPDX-License-Identifier: Apache-2.0

// A terminal, a limit of the shell, and a socket without a signal can be had on this system only.
#if os(Linux)
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    /// What `launchhub export` shows while it works, and what is left where it is stopped or its disk is full.
    @Suite(
        .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
        .timeLimit(.minutes(10))
    )
    struct ExportProgressTests {
        private static let clears = "\r\u{1B}[2K"
        private static let header =
            #"{"schema":"launch-hub-session","version":2,"title":"S","seed":1}"# + "\n"
        private static let ping = #"{"kind":"ping","t":0,"ping":{"url":"/x"}}"# + "\n"
        private static let end = #"{"kind":"end","t":0,"steps":0}"# + "\n"
        private let folder: TemporaryFolder
        private var lake: String { folder.file("lake").path }

        init() throws { folder = try TemporaryFolder() }

        private func session(_ pings: Int, _ end: String = end) throws -> String {
            let text = Self.header + String(repeating: Self.ping, count: pings) + end
            return try folder.write(text, to: "s.jsonl").path
        }

        private func shown(_ session: String) throws -> String {
            try Terminal.run(
                ["export", session, "-o", lake, "--table", "pings", "--app", "none"],
                showsErrors: true
            )
        }

        /// Each twenty thousand pings are said, and the line is left empty.
        @Test(arguments: [(19_999, ""), (20_000, clears + "s.jsonl: 20000 pings")])
        func twentyThousandPingsAreSaid(_ count: Int, _ says: String) throws {
            #expect(try shown(session(count)) == says + Self.clears)
        }

        @Test func theLineIsEmptyBeforeAMistakeIsSaid() throws {
            let said = try shown(session(1, "x\n"))
            #expect(said.hasPrefix(Self.clears))
            #expect(
                said.contains("cannot read \(folder.file("s.jsonl").path): line 3 is not a JSON object;"),
                "\(said)"
            )
            #expect(!FileManager.default.fileExists(atPath: lake))
        }

        /// A file can have 64 KiB here, and the table has more.
        @Test func aDiskThatIsFullLeavesNothing() throws {
            let program = try #require(Executable.url).path
            let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\""
            let run = try Executable.run(
                ["-c", script, program, "export", try session(1_000), "-o", lake, "--table", "pings"],
                program: URL(fileURLWithPath: "/bin/bash")
            )
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(run.error.hasPrefix("launchhub: cannot write \(lake): "), "\(run.error)")
            #expect(!FileManager.default.fileExists(atPath: lake))
        }

        /// Sends all of a text; false where nobody reads any more.
        private func send(_ text: String, to socket: Int32) -> Bool {
            let flags = Int32(MSG_NOSIGNAL)
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, flags) }
                guard count > 0 else { return false }
                bytes = bytes.dropFirst(count)
            }
            return true
        }

        @Test func whoInterruptsItFindsNothing() throws {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            defer { close(ends[0]) }
            var room: Int32 = 1 << 16
            try #require(
                setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size)) == 0
            )
            let process = Process()
            process.executableURL = Executable.url
            process.arguments = ["export", "-", "-o", lake, "--table", "pings"]
            process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
            let (output, errors) = (try folder.write("", to: "out"), try folder.write("", to: "err"))
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
            close(ends[1])
            // More than the socket holds, so that some of it was read, and the program listens to signals.
            let many = String(repeating: Self.ping, count: 20_000)
            #expect(send(Self.header, to: ends[0]))
            #expect(send(many, to: ends[0]))
            process.interrupt()
            var left = 30
            while left > 0, send(many, to: ends[0]) { left -= 1 }
            shutdown(ends[0], Int32(SHUT_WR))
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 130)
            #expect(try String(contentsOf: output, encoding: .utf8).isEmpty)
            #expect(
                try String(contentsOf: errors, encoding: .utf8)
                    == "launchhub: interrupted; nothing was written.\n"
            )
            #expect(!FileManager.default.fileExists(atPath: lake))
        }
    }
#endif
