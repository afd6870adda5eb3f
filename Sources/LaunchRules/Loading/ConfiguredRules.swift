// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// The part of a configuration that concerns rules.
struct ConfiguredRules: Sendable, Equatable {
    /// The key of rules that are a part of the configuration.
    static let embeddedKey = "rules"
    /// The key of the address of rules.
    static let addressKey = "rules.url"

    /// The rules that are a part of the configuration; nil for none.
    private(set) var embedded: JSONValue?
    /// The address of the rules, or the reason why it cannot be used; nil if the configuration names no address.
    private(set) var address: Result<URL, LaunchRuleError>?
    /// Whether rules may be fetched from other machines by `http:`.
    let allowsInsecure: Bool

    /// Whether no rules are named.
    var isEmpty: Bool { embedded == nil && address == nil }

    /// A configuration that names no rules.
    init() {
        allowsInsecure = false
    }

    /// Reads a configuration.
    init(_ draft: ConfigurationDraft) {
        allowsInsecure = draft.allowsInsecure
        embedded = draft.values[Self.embeddedKey].flatMap { $0.isNull ? JSONValue?.none : $0 }
        switch draft.values[Self.addressKey] {
        case nil, .null?, .string("")?: break
        case .string(let text)?: address = Self.address(text, draft)
        case let value?: address = .failure(Self.invalid("\(value.kindDescription)", "a text is needed"))
        }
    }

    private static func address(_ text: String, _ draft: ConfigurationDraft) -> Result<URL, LaunchRuleError> {
        guard let url = URL(string: text, relativeTo: draft.location)?.absoluteURL else {
            return .failure(invalid("\"\(text)\"", "it is not a URL"))
        }
        switch url.scheme?.lowercased() {
        case "http", "https":
            guard let host = url.host, !host.isEmpty else {
                return .failure(invalid(shown(url), "it names no host"))
            }
            guard let refusal = EndpointPolicy.refusal(of: url, allowsInsecure: draft.allowsInsecure) else {
                return .success(url)
            }
            return .failure(invalid(shown(url), refusal))
        case "file":
            // A server must not make an app read its own files.
            guard draft.location?.isFileURL == true else {
                return .failure(invalid(shown(url), "only a configuration from a file: base may name a file"))
            }
            return .success(url)
        case nil:
            return .failure(invalid("\"\(text)\"", "it is relative, and configurations have no valid base"))
        case let scheme?:
            return .failure(invalid(shown(url), "its scheme is \(scheme); use https:"))
        }
    }

    private static func invalid(_ what: String, _ why: String) -> LaunchRuleError {
        LaunchRuleError(.invalidAddress, "the configuration's \(addressKey) is \(what): \(why)")
    }

    /// Returns an address without what may be confidential in it: its user, its query and its fragment.
    static func shown(_ url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url.path }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts.string ?? url.path
    }
}
