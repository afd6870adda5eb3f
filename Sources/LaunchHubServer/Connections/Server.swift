// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// An HTTP and HTTPS server on this machine's loopback addresses, with a table of routes.
///
/// ```swift
/// let server = Server(.init(port: 0), routes: [Route("GET", "/hello") { _ in .json(["hello": "there"]) }])
/// print(try server.start())  // [http://127.0.0.1:41873/, http://[::1]:41873/]
/// ```
///
/// Handlers run on the server's threads, several at once. A server is started once, and stops when requested or
/// when it is released.
package final class Server: Sendable {
    private enum Phase {
        case new
        case running([Daemon], [ServerAddress])
        case stopped
    }

    private let configuration: Configuration
    private let handler: RequestHandler
    private let clock: any HubClock
    private let phase = Locked(Phase.new)

    /// Makes a server; ``start()`` has it listen.
    ///
    /// - Parameters:
    ///   - configuration: Where it listens, and how much of a client it puts up with.
    ///   - routes: Who answers; of those that serve a request the first one does.
    ///   - faults: What goes wrong on purpose; nil for nothing.
    ///   - clock: The time of arrivals, and what delays are measured with.
    package init(
        _ configuration: Configuration,
        routes: [Route],
        faults: Faults? = nil,
        clock: any HubClock = SystemClock()
    ) {
        self.configuration = configuration
        self.clock = clock
        handler = RequestHandler(
            table: RouteTable(routes: routes),
            hosts: AcceptedHosts(names: configuration.names),
            faults: faults
        )
    }

    deinit {
        stop()
    }

    /// The addresses at which the server listens; empty while it does not run.
    package var addresses: [ServerAddress] {
        phase.withLock { phase in
            guard case .running(_, let addresses) = phase else { return [] }
            return addresses
        }
    }

    /// Begins to listen.
    ///
    /// - Returns: Where, HTTP first.
    /// - Throws: ``ServerError`` where it cannot listen at one of the ports, or was started before.
    @discardableResult
    package func start() throws(ServerError) -> [ServerAddress] {
        let isFirst = phase.withLock { phase in
            guard case .new = phase else { return false }
            phase = .stopped
            return true
        }
        guard isFirst else { throw .startedBefore }
        var daemons: [Daemon] = []
        var addresses: [ServerAddress] = []
        do throws(ServerError) {
            for isSecure in [false, true] {
                guard let port = isSecure ? configuration.securePort : configuration.port else { continue }
                let certificate = isSecure ? try usableCertificate() : nil
                for socket in try ListeningSocket.open(configuration.hosts, port: port) {
                    daemons.append(Daemon(socket, certificate, configuration, handler, clock))
                    addresses.append(ServerAddress(isSecure: isSecure, host: socket.host, port: socket.port))
                }
            }
            for daemon in daemons { try daemon.start() }
        } catch {
            daemons.forEach { $0.stop() }
            throw error
        }
        phase.withLock { $0 = .running(daemons, addresses) }
        return addresses
    }

    /// Stops listening, ends every connection and waits until no handler runs any more.
    ///
    /// Without effect when it does not run.
    ///
    /// A handler must not call it: it would wait for itself.
    package func stop() {
        let daemons = phase.withLock { phase -> [Daemon] in
            guard case .running(let daemons, _) = phase else { return [] }
            phase = .stopped
            return daemons
        }
        daemons.forEach { $0.stop() }
    }

    private func usableCertificate() throws(ServerError) -> ServerCertificate {
        guard Daemon.hasTLS else { throw .noTLS }
        guard let certificate = configuration.certificate else { throw .noCertificate }
        try certificate.check()
        return certificate
    }
}

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
