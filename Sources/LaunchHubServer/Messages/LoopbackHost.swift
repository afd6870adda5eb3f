// SPDX-License-Identifier: Apache-2.0

/// An address of this machine that other machines cannot reach.
///
/// A server listens on nothing else.
package enum LoopbackHost: String, Sendable, Hashable, CaseIterable {
    /// 127.0.0.1
    case ipv4 = "127.0.0.1"
    /// ::1
    case ipv6 = "::1"

    /// Returns the addresses that a text names.
    ///
    /// - Parameter text: `127.0.0.1`, `::1`, `[::1]`, or `localhost` for both.
    /// - Returns: One address, or both for `localhost`.
    /// - Throws: ``ServerError/notLoopback(_:)`` for everything else.
    package static func named(_ text: String) throws(ServerError) -> [LoopbackHost] {
        switch text.lowercased() {
        case "127.0.0.1": [.ipv4]
        case "::1", "[::1]": [.ipv6]
        case "localhost": allCases
        default: throw .notLoopback(text)
        }
    }

    /// The address as it stands in a URL.
    package var urlText: String { self == .ipv6 ? "[::1]" : rawValue }
}

/// An address at which a server listens.
package struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// Whether it speaks HTTPS or HTTP.
    package let isSecure: Bool
    /// The address.
    package let host: LoopbackHost
    /// The port.
    package let port: UInt16

    /// The address as a URL that ends with `/`.
    package var description: String { "\(isSecure ? "https" : "http")://\(host.urlText):\(port)/" }
}
