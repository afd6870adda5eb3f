// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

/// An address that a request can be made of, and the collector that it leads to.
package struct PingAddress: Sendable, Equatable {
    package let url: URL
    /// Scheme, host and port: what is up or down as a whole.
    package let collector: String

    /// Reads an address; nil where it is no `http:` or `https:` address with a host.
    package init?(_ text: String) {
        // Newer systems escape by themselves what does not belong into an address, and older ones refuse it.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host, !host.isEmpty
        else { return nil }
        self.url = url
        collector = "\(scheme)://\(host.lowercased()):\(url.port ?? (scheme == "https" ? 443 : 80))"
    }

    /// Returns whether a ping with identifiers of a device may be sent to an address: https, or http to this machine.
    package static func isSafe(_ text: String) -> Bool {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http", text.dropFirst(scheme.count).hasPrefix("://") else { return false }
        let authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, !authority.contains("@") else { return false }
        return scheme == "https" || EndpointPolicy.isThisMachine(template: text)
    }

    /// Returns a URL of the app as a ping may carry it, without credentials.
    ///
    /// - Parameters:
    ///   - text: The URL, or any text in its place.
    ///   - barely: Whether query and fragment, which may identify a user, are left out too.
    /// - Returns: The shortened text; text that is not a URL is only shortened by `barely`.
    package static func bare(_ text: String, barely: Bool) -> String {
        var text = barely ? String(text.prefix { $0 != "?" && $0 != "#" }) : text
        guard let scheme = text.range(of: "://") else { return text }
        let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = authority.lastIndex(of: "@") {
            text.removeSubrange(authority.startIndex...at)
        }
        return text
    }

    /// An address up to its parameters, for messages.
    package static func withoutParameters(_ text: String) -> String {
        String(text.prefix { $0 != "?" }.prefix(200))
    }
}
