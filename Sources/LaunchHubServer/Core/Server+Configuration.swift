// SPDX-License-Identifier: Apache-2.0

extension Server {
    /// The addresses and the limits of a server.
    package struct Configuration: Sendable {
        /// The addresses; one that this machine does not have is left out as long as another is left.
        package var hosts: [LoopbackHost]
        /// The port for HTTP; 0 for a free one, nil for no HTTP.
        package var port: UInt16?
        /// The port for HTTPS; 0 for a free one, nil for no HTTPS.
        ///
        /// It needs a ``certificate``.
        package var securePort: UInt16?
        /// The certificate that identifies the server to HTTPS clients.
        package var certificate: ServerCertificate?
        /// Names beside `localhost` and the addresses under which clients may address the server, such as those that the
        /// system's host file leads here.
        package var names: [String] = []
        /// The largest number of bytes in a request's body; more is answered with status 413.
        package var bodyBytes = 1 << 20
        /// The largest number of simultaneous connections.
        package var connections = 512
        /// After how many seconds without traffic a connection is closed, 1 or more.
        package var idleSeconds = 60
        /// After how many seconds the head of a request must have come as a whole, 1 or more.
        package var headSeconds = 10
        /// The number of threads that serve requests at each address, 1 to 64.
        package var threads = 2

        /// The usual port for HTTP.
        package static let usualPort: UInt16 = 8642
        /// The usual port for HTTPS.
        package static let usualSecurePort: UInt16 = 8643

        /// Describes a server.
        ///
        /// - Parameters:
        ///   - hosts: The addresses.
        ///   - port: The port for HTTP; 0 for a free one, nil for no HTTP.
        ///   - securePort: The port for HTTPS; 0 for a free one, nil for no HTTPS.
        package init(
            hosts: [LoopbackHost] = LoopbackHost.allCases,
            port: UInt16? = usualPort,
            securePort: UInt16? = nil
        ) {
            self.hosts = hosts
            self.port = port
            self.securePort = securePort
        }

        /// The same with each number within what a server can keep.
        package var bounded: Configuration {
            var bounded = self
            bounded.bodyBytes = max(0, bodyBytes)
            bounded.connections = min(max(connections, 8), 1 << 16)
            bounded.idleSeconds = min(max(idleSeconds, 1), 86_400)
            bounded.headSeconds = min(max(headSeconds, 1), 3_600)
            bounded.threads = min(max(threads, 1), 64)
            return bounded
        }
    }
}
