// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Glibc
    import Testing

    @testable import HubServices

    /// The thread that sends requests.
    @Suite(.timeLimit(.minutes(10)))
    struct HTTPThreadTests {
        /// Sends requests as the client does, and completes them where they end.
        private final class Transport: HTTPTransport {
            private let inner = CurlTransport(CurlTransport.Settings(userAgent: nil, authorities: nil))

            func begin(_ request: HTTPRequest, for exchange: HTTPExchange) { inner.begin(request, for: exchange) }

            func drop(_ hop: HTTPHop) { inner.drop(hop) }

            func later(_ work: @escaping @Sendable () -> Void) { work() }
        }

        private struct Seen: Sendable, Equatable {
            let name: String?
            let receivesBrokenPipes: Bool
        }

        /// A server that goes away while something is written to it would end the app, by a signal that most apps do not
        /// expect.
        @Test func aPeerThatIsGoneEndsNoProcess() async throws {
            // Nobody listens there: the thread is at work all the same.
            let url = try #require(URL(string: "http://127.0.0.1:1/"))
            let transport = Transport()
            let seen = await withCheckedContinuation { continuation in
                let exchange = HTTPExchange(.get(url), over: transport) { _ in
                    var blocked = sigset_t()
                    pthread_sigmask(SIG_BLOCK, nil, &blocked)
                    let isReceived = sigismember(&blocked, SIGPIPE) == 0
                    continuation.resume(returning: Seen(name: Thread.current.name, receivesBrokenPipes: isReceived))
                }
                transport.begin(.get(url), for: exchange)
            }
            #expect(seen == Seen(name: "http", receivesBrokenPipes: false))
        }
    }
#endif
