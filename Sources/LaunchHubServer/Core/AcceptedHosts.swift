// SPDX-License-Identifier: Apache-2.0

/// The names under which clients may address the server.
///
/// A page of another server can give its own name this machine's address and then read, as its own, what is served here.
/// Its requests still carry that name, so that a name which is not known tells them apart.
struct AcceptedHosts: Sendable {
    private let names: Set<String>

    /// Accepts loopback, and further names that the user has led here.
    init(names: [String]) {
        self.names = Set(names.map { $0.lowercased() })
    }

    /// Whether a `Host` field, or the part of an `Origin` after its scheme, names this server.
    func accepts(_ field: String) -> Bool {
        let host = Self.host(of: field).lowercased()
        return host == "127.0.0.1" || host == "[::1]" || host == "localhost" || host.hasSuffix(".localhost")
            || names.contains(host)
    }

    /// Whether a request comes from a page of this server, or from no page at all.
    func acceptsOrigin(_ origin: String?) -> Bool {
        guard let origin else { return true }
        let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "http:" || parts[0] == "https:" else { return false }
        return accepts(String(parts[2]))
    }

    private static func host(of field: String) -> Substring {
        if field.hasPrefix("["), let end = field.firstIndex(of: "]") { return field[...end] }
        return field.prefix { $0 != ":" }
    }
}
