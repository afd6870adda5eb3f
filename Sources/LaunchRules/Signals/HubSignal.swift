// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The request or address of a consequence of the kind `pb`, `pii` or `url`, read and checked.
enum HubSignal: Sendable, Hashable {
    /// Send a request.
    case send(SignalRequest)
    /// Open an address.
    case open(URL)

    /// The kinds of consequences that order something.
    static let kinds = ["pb", "pii", "url"]

    /// Reads a consequence of one of ``kinds``.
    ///
    /// - Parameters:
    ///   - consequence: The consequence.
    ///   - hosts: What the configuration allows.
    /// - Throws: ``LaunchRuleError``, which says what is wrong with it or not allowed.
    init(_ consequence: HubConsequence, allowedBy hosts: SignalHosts) throws(LaunchRuleError) {
        if consequence.kind == "url" {
            self = .open(try Self.addressToOpen(consequence, hosts))
        } else {
            self = .send(try Self.request(consequence, hosts))
        }
    }

    private static func request(
        _ consequence: HubConsequence,
        _ hosts: SignalHosts
    ) throws(LaunchRuleError) -> SignalRequest {
        let member = "templateurl"
        let url = try address(try consequence.text(member), member)
        guard url.scheme?.lowercased() == "https" || consequence.kind == "pb" else {
            throw .invalid(member, "personal data is sent by https: alone")
        }
        try check(url, member, hosts)
        let body = try consequence.optionalText("templatebody")
        if let body, body.utf8.count > SignalRequest.longestBody {
            throw .invalid("templatebody", "it is longer than \(SignalRequest.longestBody) bytes")
        }
        return SignalRequest(
            url: url,
            body: body,
            contentType: try body.map { body throws(LaunchRuleError) in try contentType(of: body, consequence) },
            timeout: try timeout(consequence)
        )
    }

    private static func addressToOpen(
        _ consequence: HubConsequence,
        _ hosts: SignalHosts
    ) throws(LaunchRuleError) -> URL {
        let url = try address(try consequence.text("url"), "url")
        let scheme = url.scheme ?? ""
        if ["http", "https"].contains(scheme.lowercased()) {
            try check(url, "url", hosts)
        } else if let refusal = hosts.refusal(ofScheme: scheme) {
            throw LaunchRuleError(.hostNotAllowed, refusal)
        }
        return url
    }

    /// Returns an address that every reader of it takes apart alike.
    private static func address(_ text: String, _ member: String) throws(LaunchRuleError) -> URL {
        guard text.utf8.count <= SignalRequest.longestAddress else {
            throw .invalid(member, "it is longer than \(SignalRequest.longestAddress) bytes")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw .invalid(member, "it has a blank or a character beyond ASCII; write tokens as {%urlenc(key)%}")
        }
        guard let url = URL(string: text), url.scheme?.isEmpty == false else {
            throw .invalid(member, "\(text) is not an address with a scheme")
        }
        return url
    }

    private static func check(_ url: URL, _ member: String, _ hosts: SignalHosts) throws(LaunchRuleError) {
        guard ["http", "https"].contains(url.scheme?.lowercased() ?? "") else {
            throw .invalid(member, "an https: address is needed")
        }
        guard url.user == nil, url.password == nil else {
            throw .invalid(member, "it has a user name in front of the host")
        }
        if let refusal = hosts.refusal(of: url) { throw LaunchRuleError(.hostNotAllowed, refusal) }
        if let refusal = EndpointPolicy.refusal(of: url, allowsInsecure: false) { throw .invalid(member, refusal) }
    }

    /// The documents give `application/x-www-form-urlencoded`, and published engines `application/json`: what the body is
    /// decides.
    private static func contentType(
        of body: String,
        _ consequence: HubConsequence
    ) throws(LaunchRuleError) -> String {
        guard let given = try consequence.optionalText("contenttype") else {
            return (try? JSONValue(jsonText: body)) == nil ? "application/x-www-form-urlencoded" : "application/json"
        }
        guard HTTPHeaders.isPlainText(given) else {
            throw .invalid("contenttype", "it has a line break or another control character")
        }
        return given
    }

    private static func timeout(_ consequence: HubConsequence) throws(LaunchRuleError) -> Duration {
        switch consequence.detail["timeout"] {
        case nil, .null, .string(""): return SignalRequest.usualTimeout
        case .some(let value):
            // Tokens are written out as text.
            guard let seconds = value.doubleValue ?? value.stringValue.flatMap(Double.init), seconds.isFinite else {
                throw .invalid("timeout", "it is not a number of seconds")
            }
            return SignalRequest.timeout(seconds)
        }
    }
}
