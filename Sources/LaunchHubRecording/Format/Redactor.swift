// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
package import NielsenAppApi

/// Replaces identifiers, and the values of named members.
package struct Redactor: Sendable {
    /// Shorter values are not looked for inside of others: they may be anything.
    private static let shortestSecret = 8
    private static let maximumSecrets = 256
    private static let maximumWords = 1_024

    /// The members of metadata, app information, events and results that hold an identifier.
    private static let identifierKeys: Set<String> = [
        "uid2", "uid2_token", "hem_sha256", "hem_sha1", "hem_md5", "hem_unknown", "adobeid", "nol_playerid", "playerid",
        "nuid", "deviceid", "devid", "advertisingid", "idfa", "vendorid", "idfv", "demographic_id", "demographicid",
        "ottdeviceid", "ottdevicename", "ottdevicemodel", "firstpartyid", "fp_id", "ve_id", "lat", "lon", "latitude",
        "longitude", "mid", "ecid", "visitorid", "devicename", "email", "pushidentifier",
        "advertisingidentifier", "updatedurl", "urlvariables", "optout_url", "c1", "c9",
        "c29",
        "c74", "c76", "pli",
    ]

    /// The members of events and states that hold nothing but what somebody is known by.
    private static let personalKeys: Set<String> = ["visitoridentifiers", "visitoridslist"]
    /// The members whose values are looked for elsewhere from then on, because links and requests are made of them.
    private static let learnedKeys: Set<String> = ["mid", "advertisingidentifier", "pushidentifier"]

    private let salt: String
    private let digits: Int
    /// The members whose values are replaced, and of those the ones that the app named.
    private let keys: Set<String>
    private let named: Set<String>
    private let replacesIdentifiers: Bool
    /// The identifiers of the device and its user that are known.
    private var secrets: [(value: String, forms: Set<String>)] = []
    private var words: [String: String] = [:]

    /// Makes a redactor.
    ///
    /// - Parameters:
    ///   - options: The options that say which values to replace.
    ///   - salt: Chance, which distinguishes the words of this recording from those of others.
    ///   - digits: The number of digits of a word; eight tell the values of a recording apart, a fleet needs more.
    package init(_ options: RecordingOptions, salt: UInt64, digits: Int = 8) {
        self.salt = String(salt, radix: 36)
        self.digits = min(max(digits, 8), 64)
        replacesIdentifiers = options.replacesIdentifiers
        named = Set(options.redactedKeys.map { $0.lowercased() })
        keys = options.replacesIdentifiers ? named.union(Self.identifierKeys) : named
    }

    /// Whether anything is replaced.
    package var isActive: Bool { replacesIdentifiers || !keys.isEmpty }

    /// Replaces a value from now on, wherever it occurs.
    package mutating func learn(_ values: [String]) {
        guard replacesIdentifiers else { return }
        for value in values
        where value.utf8.count >= Self.shortestSecret && !secrets.contains(where: { $0.value == value }) {
            if secrets.count >= Self.maximumSecrets { secrets.removeFirst() }
            let encoded = PercentEncoding.encode(value)
            secrets.append((value, [value, encoded, encoded.replacingOccurrences(of: "%20", with: "+")]))
        }
    }

    // MARK: - Values

    /// Returns an object without what is replaced.
    package mutating func object(_ object: JSONObject) -> JSONObject {
        guard isActive else { return object }
        return replaced(object, keys)
    }

    /// Returns the data of an event that is about a person, in which every value is replaced.
    package mutating func personal(_ object: JSONObject) -> JSONObject {
        guard replacesIdentifiers else { return self.object(object) }
        return JSONObject(object.map { ($0.key, personal($0.value)) })
    }

    private mutating func personal(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { personal($0) })
        case .object(let object): return .object(personal(object))
        case .null, .bool, .string(""): return value
        case .int, .double, .string:
            let text = value.stringValue ?? value.jsonText
            learn([text])
            return .string(word(text))
        }
    }

    /// Returns a value without what is replaced.
    package mutating func value(_ value: JSONValue, of key: String? = nil) -> JSONValue {
        guard isActive else { return value }
        return replaced(value, of: key, keys)
    }

    /// Returns the configuration of an instance without what is replaced.
    ///
    /// Members that would be identifiers elsewhere are names of parameters in it.
    package mutating func configuration(_ object: JSONObject) -> JSONObject {
        guard isActive else { return object }
        return replaced(object, named)
    }

    private mutating func replaced(_ object: JSONObject, _ keys: Set<String>) -> JSONObject {
        // The request of a rule with what is known of a person.
        if replacesIdentifiers, object["type"] == "pii", let detail = object["detail"] {
            var object = object
            object["detail"] = personal(detail)
            return object
        }
        return JSONObject(object.map { key, value in (key, replaced(value, of: key, keys)) })
    }

    private mutating func replaced(_ value: JSONValue, of key: String?, _ keys: Set<String>) -> JSONValue {
        if let key, !value.isNull, Self.names(key, in: keys) {
            switch value {
            case .array, .object: break
            case .string(""): return value
            default:
                let text = value.stringValue ?? value.jsonText
                if Self.names(key, in: Self.learnedKeys) { learn([text]) }
                return .string(word(text))
            }
        }
        if let key, replacesIdentifiers, Self.names(key, in: Self.personalKeys) { return personal(value) }
        switch value {
        case .string(let text): return .string(self.text(text, keys))
        case .array(let elements): return .array(elements.map { replaced($0, of: key, keys) })
        case .object(let object): return .object(replaced(object, keys))
        case .null, .bool, .int, .double: return value
        }
    }

    /// Returns whether the values of a member are replaced.
    private static func names(_ key: String, in keys: Set<String>) -> Bool {
        // Most keys are in small letters; making such a text of another one costs more than finding it.
        let isSmall = key.utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        return keys.contains(isSmall ? key : key.lowercased())
    }

    /// Returns a text without what is replaced: in JSON that it holds, in addresses, and wherever it is known.
    package mutating func text(_ text: String) -> String {
        self.text(text, keys)
    }

    private mutating func text(_ text: String, _ keys: Set<String>) -> String {
        guard isActive else { return text }
        if let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
            if let value = try? JSONValue(jsonText: text) {
                let clean = replaced(value, of: nil, keys)
                return clean == value ? text : clean.jsonText
            }
            // What only looks like JSON cannot be taken apart.
            let small = text.lowercased()
            if keys.contains(where: { small.contains("\"\($0)\"") || small.contains("'\($0)'") }) { return word(text) }
        }
        return withoutSecrets(withoutCredentials(text))
    }

    /// Returns a text, such as the address of a ping, without the identifiers that are known.
    package mutating func withoutSecrets(_ text: String) -> String {
        guard !secrets.isEmpty, text.utf8.count >= Self.shortestSecret else { return text }
        var text = text
        for (value, forms) in secrets {
            for form in forms where text.contains(form) {
                text = text.replacingOccurrences(of: form, with: word(value))
            }
        }
        return text
    }

    /// Returns a text in whose addresses there is neither a user with a password, nor a token.
    private mutating func withoutCredentials(_ text: String) -> String {
        guard replacesIdentifiers, text.contains("://") else { return text }
        var (result, rest) = ("", text[...])
        while let mark = rest.range(of: "://") {
            result += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let end = rest.firstIndex { $0.isWhitespace || "/?#\"'<>".contains($0) } ?? rest.endIndex
            let host = rest[..<end]
            result += host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
            rest = rest[end...]
            let last = rest.firstIndex { $0.isWhitespace || "\"'<>".contains($0) } ?? rest.endIndex
            let next = rest.range(of: "://")?.lowerBound ?? last
            result += withoutTokens(rest[..<min(last, next)])
            rest = rest[min(last, next)...]
        }
        return result + rest
    }

    /// Returns the path and the query of an address with a word for each value that lets somebody in.
    private mutating func withoutTokens(_ address: Substring) -> String {
        var (result, rest) = ("", address)
        while !rest.isEmpty {
            let end = rest.dropFirst().firstIndex { "/?&#;".contains($0) } ?? rest.endIndex
            let piece = rest[..<end]
            if let equal = piece.firstIndex(of: "="), Self.isSecret(piece[..<equal]) {
                result += piece[...equal] + word(String(piece[piece.index(after: equal)...]))
            } else {
                result += piece
            }
            rest = rest[end...]
        }
        return result
    }

    private static func isSecret(_ name: Substring) -> Bool {
        let plain = (name.removingPercentEncoding ?? String(name)).lowercased()
        return ["token", "auth", "pass", "pwd", "secret", "credential", "signature", "hmac", "jwt", "policy", "hdn"]
            .contains { plain.contains($0) }
            || plain.hasSuffix("key") || plain.hasSuffix("sig") || plain.hasSuffix("user") || plain.hasSuffix("session")
    }

    /// The word that stands for a value.
    package mutating func word(_ value: String) -> String {
        if value.hasPrefix("redacted-") { return value }
        if let word = words[value] { return word }
        let hash = HashAlgorithm.sha256.hex(of: salt + value)?.prefix(digits) ?? "00000000"
        let word = "redacted-\(hash)"
        if words.count >= Self.maximumWords { words.removeAll() }
        words[value] = word
        return word
    }

    // MARK: - Addresses

    /// Returns whether a parameter of a ping holds an identifier.
    package func replaces(_ row: NielsenPingTable.Row) -> Bool {
        guard isActive, !row.value.isEmpty else { return false }
        if Self.names(row.name, in: keys) { return true }
        return row.origins.contains { origin in
            switch origin {
            case .identity: replacesIdentifiers
            case .device(let member):
                replacesIdentifiers && ["latitude", "longitude", "name", "updateOTT"].contains(member)
                    && row.name != "c71" && row.name != "c72"
            case .metadata(let key), .appInfo(let key): Self.names(key, in: keys)
            default: false
            }
        }
    }
}
