// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CCurl
    import Foundation

    /// Sends the requests of one client through the process's ``CurlLoop``.
    final class CurlTransport: Sendable {
        /// The settings of all requests of a client.
        struct Settings: Sendable {
            var userAgent: String?
            /// Certificates in PEM, the system's among them; nil trusts the system's.
            var authorities: Data?

            init(userAgent: String?, authorities: Data?) {
                self.userAgent = userAgent
                guard let authorities else { return }
                // libcurl uses these instead of the system's file.
                let system = ccurl_system_authorities().flatMap {
                    try? LimitedFile.read(URL(fileURLWithPath: String(cString: $0)), limit: 16 << 20)
                }
                self.authorities = (system ?? Data()) + Data("\n".utf8) + authorities
            }
        }

        private let settings: Settings
        private let completions = HTTPCompletions()

        init(userAgent: String?, authorities: Data?) {
            settings = Settings(userAgent: userAgent, authorities: authorities)
        }

        /// Sends a request for an exchange, unless that is over by now.
        func begin(_ request: HTTPRequest, for exchange: HTTPExchange) {
            let loop = CurlLoop.shared
            let hop = loop.makeHop()
            guard exchange.serve(by: hop) else { return }
            loop.start(CurlLoop.Start(hop: hop, request: request, exchange: exchange, settings: settings))
        }

        /// Cancels a hop; has no effect on one that is complete.
        func drop(_ hop: HTTPHop) { CurlLoop.shared.stop(hop) }

        /// Lets no later request go over a connection that exists now.
        func dropConnections() { CurlLoop.shared.dropConnections() }

        /// Runs work on the queue on which completions run, one at a time.
        func later(_ work: @escaping @Sendable () -> Void) { completions.add(work) }
    }
#endif
