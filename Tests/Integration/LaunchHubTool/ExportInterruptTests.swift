// SPDX-License-Identifier: Apache-2.0

// A socket without a signal can be had on this system only.
#if os(Linux)
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    /// What is left where `launchhub export` is stopped.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ExportInterruptTests {
        private static let header =
            #"{"schema":"launch-hub-session","version":2,"title":"S","seed":1}"# + "\n"
        private static let ping = #"{"kind":"ping","t":0,"ping":{"url":"/x"}}"# + "\n"

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
            let folder = try TemporaryFolder()
            let lake = folder.file("lake").path
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
