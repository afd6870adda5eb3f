// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The names under which clients may address the server.
///
/// A page of another server can give its own name this machine's address and then read, as its own, what is served
/// here. Its requests still carry that name, so that an unknown name distinguishes them.
struct AcceptedHosts: Sendable {
    private let names: Set<String>

    /// Accepts loopback, and further names that the user has led here.
    init(names: [String]) {
        self.names = Set(names.map { $0.lowercased() })
    }

    /// Whether a `Host` field names this server.
    func accepts(_ field: String) -> Bool {
        Authority(field).map(accepts) ?? false
    }

    private func accepts(_ authority: Authority) -> Bool {
        let host = authority.host
        return host == "127.0.0.1" || host == "[::1]" || host == "localhost" || host.hasSuffix(".localhost")
            || names.contains(host)
    }

    /// Whose page a request comes from, by what browsers say and pages cannot change.
    func page(of request: ServerRequest) -> Page {
        let origin = request.headers["Origin"]
        let own = request.headers["Host"].flatMap(Authority.init)
        var page = Page.none
        if let origin {
            let scheme = request.isSecure ? "https" : "http"
            switch Authority.ofOrigin(origin) {
            case let from? where from.scheme == scheme && from.authority.isSame(as: own, scheme: scheme): page = .own
            case let from? where accepts(from.authority): page = .local
            default: page = .foreign
            }
        }
        switch request.headers["Sec-Fetch-Site"] {
        case nil, "none": return page
        case "same-origin": return max(page, .own)
        case "same-site": return max(page, .local)
        // A page of `localhost` is another site than 127.0.0.1; its origin distinguishes it from one of another
        // machine.
        case _: return origin == nil ? .foreign : max(page, .local)
        }
    }
}

/// Whose page a request comes from.
///
/// A later one is trusted less.
enum Page: Int, Comparable {
    /// No page: an app, a command, or a user who has typed the address.
    case none
    /// A page that this server has served.
    case own
    /// A page of another server of this machine.
    case local
    /// Any other page.
    case foreign

    static func < (left: Page, right: Page) -> Bool { left.rawValue < right.rawValue }
}

/// A host with or without a port, read as a whole.
struct Authority: Hashable {
    /// The host in lower case, one of IPv6 in its brackets.
    let host: String
    let port: UInt16?

    /// Reads a `Host` field; nil where any part of it is something else.
    init?(_ field: String) {
        let isAddress = field.hasPrefix("[")
        let bracket = field.firstIndex(of: "]").map(field.index(after:))
        let end = (isAddress ? bracket : field.firstIndex(of: ":")) ?? field.endIndex
        let (host, rest) = (field[..<end], field[end...])
        let inner = isAddress ? host.dropFirst().dropLast() : host
        guard !inner.isEmpty, !isAddress || bracket != nil,
            inner.utf8.allSatisfy({ $0.isAlphanumeric || (isAddress ? ":.-_" : ".-_").utf8.contains($0) })
        else { return nil }
        self.host = host.lowercased()
        guard let colon = rest.first else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard colon == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits) else {
            return nil
        }
        port = number
    }

    /// Reads an `Origin` field.
    static func ofOrigin(_ field: String) -> (scheme: String, authority: Authority)? {
        for scheme in ["http", "https"] where field.hasPrefix(scheme + "://") {
            return Authority(String(field.dropFirst(scheme.count + 3))).map { (scheme, $0) }
        }
        return nil
    }

    func isSame(as other: Authority?, scheme: String) -> Bool {
        let usual: UInt16 = scheme == "https" ? 443 : 80
        return other.map { host == $0.host && (port ?? usual) == ($0.port ?? usual) } ?? false
    }
}
