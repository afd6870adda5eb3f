// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The permitted endpoints: any by https, and only this machine by http.
///
/// Collectors, configurations, pages and redirects follow this one rule. Whoever needs another endpoint, such as a test
/// server in a laboratory, says so with an option that has the name `allowsInsecure` wherever it is.
package enum EndpointPolicy {
    /// Explains why a URL may not be used as an endpoint.
    ///
    /// - Parameters:
    ///   - url: The URL, `http:` or `https:`.
    ///   - allowsInsecure: Whether plain `http:` may leave this machine.
    /// - Returns: A sentence for logs and errors, or nil if the URL is allowed.
    package static func refusal(of url: URL, allowsInsecure: Bool) -> String? {
        guard !allowsInsecure, url.scheme?.lowercased() == "http", !url.isLoopback else { return nil }
        return "http: to another machine can be read and changed on its way; use https:, or allowsInsecure"
    }

    /// Returns whether a host is this machine, by its text alone.
    ///
    /// - Parameter host: The host in any case; an IPv6 address with or without its brackets.
    /// - Returns: True for `localhost`, `127.0.0.0/8` and `::1`.
    package static func isThisMachine(host: String) -> Bool {
        var host = host.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.hasSuffix(".") { host.removeLast() }
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    /// Returns whether an address is on this machine whatever a template fills in.
    ///
    /// - Parameter address: A template of an `http:` or `https:` address.
    /// - Returns: False also where a user name, or a placeholder in host or port, could lead anywhere.
    package static func isThisMachine(template address: String) -> Bool {
        guard let scheme = address.firstRange(of: "://") else { return false }
        let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let isIPv6 = authority.hasPrefix("[::1]")
        let host = isIPv6 ? authority.prefix(5) : authority.prefix { $0 != ":" }
        guard isIPv6 || host.utf8.allSatisfy(isOfName) else { return false }
        let port = authority[host.endIndex...].utf8
        let isPort = port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(isDigit)
        guard isPort else { return false }
        return isThisMachine(host: String(host))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}

extension URL {
    /// Whether the address leads to this machine, by its text alone: `localhost`, `127.0.0.0/8` or `::1`.
    package var isLoopback: Bool { host.map(EndpointPolicy.isThisMachine(host:)) ?? false }
}
