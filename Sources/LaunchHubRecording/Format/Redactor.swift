// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
package import NielsenAppApi

/// Replaces identifiers, and the values of named members.
package struct Redactor: Sendable {
    /// Shorter values are not looked for inside of others: they may be anything.
    private static let shortestSecret = 8
    private static let maximumSecrets = 64
    private static let maximumWords = 1_024

    /// The members of metadata, app information, events and results that hold an identifier.
    private static let identifierKeys: Set<String> = [
        "uid2", "uid2_token", "hem_sha256", "hem_sha1", "hem_md5", "hem_unknown", "adobeid", "nol_playerid", "playerid",
        "nuid", "deviceid", "devid", "advertisingid", "idfa", "vendorid", "idfv", "demographic_id", "demographicid",
        "ottdeviceid", "ottdevicename", "ottdevicemodel", "firstpartyid", "fp_id", "ve_id", "lat", "lon", "latitude",
        "longitude", "mid", "ecid", "visitorid", "devicename", "email", "pushidentifier", "optout_url", "c1", "c9",
        "c29",
        "c74", "c76", "pli",
    ]

    private let salt: String
    private let digits: Int
    /// The members whose values are replaced, and of those the ones that the app named.
    private let keys: Set<String>
    private let named: Set<String>
    private let replacesIdentifiers: Bool
    /// The identifiers of the device and its user that are known.
    private var secrets: [String] = []
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
        for value in values where value.utf8.count >= Self.shortestSecret && !secrets.contains(value) {
            if secrets.count >= Self.maximumSecrets { secrets.removeFirst() }
            secrets.append(value)
        }
    }

    // MARK: - Values

    /// Returns an object without what is replaced.
    package mutating func object(_ object: JSONObject) -> JSONObject {
        guard isActive else { return object }
        return replaced(object, keys)
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
        JSONObject(object.map { key, value in (key, replaced(value, of: key, keys)) })
    }

    private mutating func replaced(_ value: JSONValue, of key: String?, _ keys: Set<String>) -> JSONValue {
        if let key, !value.isNull, Self.names(key, in: keys) {
            switch value {
            case .array, .object: break
            case .string(""): return value
            default: return .string(word(value.stringValue ?? value.jsonText))
            }
        }
        switch value {
        case .string(let text): return .string(self.text(text))
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

    /// Returns a text without the identifiers that are known.
    package mutating func text(_ text: String) -> String {
        guard !secrets.isEmpty, text.utf8.count >= Self.shortestSecret else { return text }
        var text = text
        for secret in secrets where text.contains(secret) {
            text = text.replacingOccurrences(of: secret, with: word(secret))
        }
        return text
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
            case .identity: replacesIdentifiers && row.name != "enc"
            case .device(let member):
                replacesIdentifiers && ["latitude", "longitude", "name", "updateOTT"].contains(member)
                    && row.name != "c71" && row.name != "c72"
            case .metadata(let key), .appInfo(let key): Self.names(key, in: keys)
            default: false
            }
        }
    }
}
