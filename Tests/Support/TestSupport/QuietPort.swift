// SPDX-License-Identifier: Apache-2.0

import HubServices

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Ports that stay free until a test listens there, and in between.
///
/// A port that the system chose and that was closed again is the system's to give to the next connection of any test. The
/// ports here lie below all that it chooses from, and each is given out once in a process.
package enum QuietPort {
    package struct NoneIsFree: Error {}

    private static let range: ClosedRange<UInt16> = 10_240...32_000
    private static let last = Locked(UInt16.random(in: range))

    /// Returns a port that nobody has at 127.0.0.1 or ::1.
    package static func next() throws -> UInt16 {
        for _ in range {
            let port = last.withLock { last in
                last = last == range.upperBound ? range.lowerBound : last + 1
                return last
            }
            if isFree(port) { return port }
        }
        throw NoneIsFree()
    }

    private static func isFree(_ port: UInt16) -> Bool {
        var ipv4 = sockaddr_in()
        ipv4.sin_family = sa_family_t(AF_INET)
        ipv4.sin_port = port.bigEndian
        ipv4.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var ipv6 = sockaddr_in6()
        ipv6.sin6_family = sa_family_t(AF_INET6)
        ipv6.sin6_port = port.bigEndian
        ipv6.sin6_addr = in6addr_loopback
        return !isTaken(AF_INET, &ipv4) && !isTaken(AF_INET6, &ipv6)
    }

    private static func isTaken<Address>(_ family: Int32, _ address: inout Address) -> Bool {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(family, kind, 0)
        // A machine without such addresses has nobody there.
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, socklen_t(MemoryLayout<Address>.size)) != 0 && errno == EADDRINUSE
            }
        }
    }
}
