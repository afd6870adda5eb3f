// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A socket that listens at a loopback address and does not block.
///
/// Whoever gets it closes it.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let host: LoopbackHost
    let port: UInt16

    /// The system's reason for a failure.
    private struct Failure: Error {
        let code: Int32

        /// This machine does not have the address.
        var meansNoAddress: Bool { code == EADDRNOTAVAIL || code == EAFNOSUPPORT }
    }

    /// Listens at the same port of several addresses, except those that this machine does not have.
    ///
    /// - Parameters:
    ///   - hosts: The addresses.
    ///   - port: The port, or 0 for one that is free at all of them.
    /// - Returns: At least one socket, in the order of the addresses.
    /// - Throws: ``ServerError`` if the port is in use, or this machine has none of the addresses.
    static func open(_ hosts: [LoopbackHost], port: UInt16) throws(ServerError) -> [ListeningSocket] {
        // What is free at the first address may be taken at the second; then another port is tried.
        for _ in 0..<(port == 0 ? 32 : 1) {
            if let sockets = try open(hosts, port: port, mayRetry: port == 0) { return sockets }
        }
        throw .cannotListen("a free port", detail: "no port is free at all addresses")
    }

    private static func open(
        _ hosts: [LoopbackHost],
        port: UInt16,
        mayRetry: Bool
    ) throws(ServerError) -> [ListeningSocket]? {
        var sockets: [ListeningSocket] = []
        var missing: ServerError?
        for host in hosts {
            let wanted = sockets.first?.port ?? port
            do throws(Failure) {
                sockets.append(try open(host, port: wanted))
            } catch {
                let words = String(cString: strerror(error.code))
                let failure = ServerError.cannotListen("\(host.urlText):\(wanted)", detail: words)
                if error.meansNoAddress {
                    missing = missing ?? failure
                    continue
                }
                let isRetried = mayRetry && error.code == EADDRINUSE && !sockets.isEmpty
                sockets.forEach { $0.close() }
                if isRetried { return nil }
                throw failure
            }
        }
        guard !sockets.isEmpty else { throw missing ?? .cannotListen("no address", detail: "none is given") }
        return sockets
    }

    private static func open(_ host: LoopbackHost, port: UInt16) throws(Failure) -> ListeningSocket {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(host == .ipv6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // Connections of an earlier run that are not quite over must not keep a new one from starting.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
        if host == .ipv6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, size) }
        guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            let port = bind(descriptor, host, port), listen(descriptor, 128) == 0
        else {
            let failure = Failure(code: errno)
            closeDescriptor(descriptor)
            throw failure
        }
        return ListeningSocket(descriptor: descriptor, host: host, port: port)
    }

    /// Binds a socket and says to which port; nil where that failed, with the reason in `errno`.
    private static func bind(_ descriptor: Int32, _ host: LoopbackHost, _ port: UInt16) -> UInt16? {
        switch host {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return bind(descriptor, &address) ? UInt16(bigEndian: address.sin_port) : nil
        case .ipv6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return bind(descriptor, &address) ? UInt16(bigEndian: address.sin6_port) : nil
        }
    }

    /// Binds to an address and has the system fill in what it chose.
    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
        var size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeMutablePointer(to: &address) { address in
            // Both kinds of address begin with the members of `sockaddr`, and the size says how many follow.
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bindSystem(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
    }

    func close() {
        closeDescriptor(descriptor)
    }
}

// The system's calls, under names that no method hides.
private let bindSystem: @Sendable (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32 = { bind($0, $1, $2) }
private let closeDescriptor: @Sendable (Int32) -> Void = { _ = close($0) }

/// A port of this machine.
package enum LoopbackPort {
    /// Returns why no server can listen at a port.
    ///
    /// - Parameter port: The port; 0 for any that is free.
    /// - Returns: The system's reason; nil if a server can listen there.
    package static func obstacle(_ port: UInt16) -> ServerError? {
        do throws(ServerError) {
            for socket in try ListeningSocket.open([.ipv4, .ipv6], port: port) { socket.close() }
            return nil
        } catch {
            return error
        }
    }
}
