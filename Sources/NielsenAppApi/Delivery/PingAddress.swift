// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An address that a request can be made of, and the collector that it leads to.
struct PingAddress: Sendable, Equatable {
    let url: URL
    /// Scheme, host and port: what is up or down as a whole.
    let collector: String

    /// Reads an address; nil where it is no `http:` or `https:` address with a host.
    init?(_ text: String) {
        // Newer systems escape by themselves what does not belong into an address, and older ones refuse it.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host, !host.isEmpty
        else { return nil }
        self.url = url
        collector = "\(scheme)://\(host.lowercased()):\(url.port ?? (scheme == "https" ? 443 : 80))"
    }

    /// An address up to its parameters, for messages.
    static func withoutParameters(_ text: String) -> String {
        String(text.prefix { $0 != "?" }.prefix(200))
    }
}
