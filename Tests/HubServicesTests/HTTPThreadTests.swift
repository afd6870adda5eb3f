// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Glibc
    import HubServices
    import LoopbackHTTP
    import Testing

    /// The thread that sends requests.
    struct HTTPThreadTests {
        /// A server that goes away while something is written to it would end the app, by a signal that most apps do not
        /// expect.
        @Test func aPeerThatIsGoneEndsNoProcess() async throws {
            let isBlocked = Locked<Bool?>(nil)
            // The thread ends when there was no work for a while, so that it is looked at while a request waits for its
            // answer.
            let server = try LoopbackServer { _, connection in
                // A thread that it starts has its name at first, and receives what it likes. A list of threads may leave
                // some out while others come and go, so that it is asked for again.
                let seen = (0..<100).contains { _ in
                    Self.blockedSignals(ofThreadsNamed: "http").contains { $0 & 1 << (SIGPIPE - 1) != 0 }
                }
                isBlocked.withLock { $0 = seen }
                connection.respond(200, "")
            }
            defer { server.stop() }
            _ = await SystemHTTPClient().outcome(of: .get(try server.url()))
            #expect(isBlocked.withLock { $0 } == true)
        }

        /// The masks of the signals that threads do not receive.
        private static func blockedSignals(ofThreadsNamed name: String) -> [UInt64] {
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            return tasks.compactMap { task in
                // A thread that has ended meanwhile has no file any more.
                guard let status = try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8) else {
                    return nil
                }
                func field(_ key: String) -> Substring? {
                    status.split(separator: "\n").first { $0.hasPrefix(key + ":\t") }?.dropFirst(key.count + 2)
                }
                guard field("Name").map(String.init) == name else { return nil }
                return field("SigBlk").flatMap { UInt64($0, radix: 16) }
            }
        }
    }
#endif
