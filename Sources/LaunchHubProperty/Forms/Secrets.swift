// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Finds what looks like a secret, because everybody can read a published configuration.
package enum Secrets {
    /// The words that a key of a secret has.
    private static let words = [
        "password", "passwd", "passphrase", "secret", "token", "apikey", "privatekey", "accesskey", "signingkey",
        "credential", "authorization", "bearer",
    ]

    /// What a secret begins with.
    private static let marks = [
        "-----BEGIN ", "Bearer ", "Basic ", "ghp_", "github_pat_", "xoxb-", "AKIA", "sk_live_", "eyJ",
    ]

    /// Whether a key looks like that of a secret: `apiKey`, `api_key` and `client-secret` do.
    package static func isSecret(key: String) -> Bool {
        let plain = String(key.lowercased().filter { $0.isLetter || $0.isNumber })
        return words.contains { plain.contains($0) }
    }

    /// Whether a value looks like a secret: a private key, a token, or an address with a password.
    package static func isSecret(value: String) -> Bool {
        if marks.contains(where: { value.hasPrefix($0) && value.count > $0.count + 8 }) { return true }
        guard value.contains("://"), let parts = URLComponents(string: value) else { return false }
        return parts.password?.isEmpty == false
    }

    /// Refuses a key that looks like that of a secret.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - secrets: The keys that may be published nevertheless.
    /// - Throws: ``PropertyError`` of the code `secret`.
    static func check(key: String, allowing secrets: Set<String>) throws(PropertyError) {
        guard isSecret(key: key), !secrets.contains(key) else { return }
        throw PropertyError(
            .secret,
            "\(key) looks like a secret, and everybody can read a published configuration; keep it on a server, or "
                + "name it with --public \(key) if it is none"
        )
    }

    /// Refuses what looks like a secret anywhere in a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: Where the value is, for the message.
    ///   - secrets: The keys that may be published nevertheless.
    /// - Throws: ``PropertyError`` of the code `secret`.
    static func check(_ value: JSONValue, at path: String, allowing secrets: Set<String>) throws(PropertyError) {
        switch value {
        case .string(let text):
            guard isSecret(value: text) else { return }
            throw PropertyError(
                .secret,
                "the value of \(path) looks like a secret, and everybody can read a published configuration; keep it "
                    + "on a server"
            )
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                try check(element, at: "\(path)[\(index)]", allowing: secrets)
            }
        case .object(let members):
            for member in members where !secrets.contains(member.key) {
                try check(key: member.key, allowing: secrets)
                try check(member.value, at: "\(path).\(member.key)", allowing: secrets)
            }
        case .null, .bool, .int, .double: return
        }
    }
}
