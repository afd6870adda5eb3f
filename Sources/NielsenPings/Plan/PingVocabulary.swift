// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The names that templates may use, and the slot in which each name's value is found.
///
/// A name of the key map has four slots: what the ping is about, then content, ad and static page, which templates ask
/// for with the suffixes `_content`, `_ad` and `_static`. A name that is only in the defaults has one.
struct PingVocabulary: Sendable, Hashable {
    /// A name of the key map.
    struct Key: Sendable, Hashable {
        let name: String
        /// The key in the client's metadata or app information.
        let clientKey: String
        /// The number of times that the value is percent-encoded: `(key)` once, `((key))` twice.
        let encodings: Int
        /// The first of its four slots.
        let slot: Int
        /// Other values for given ones, compared in lower case; `*` means any other.
        let values: [String: String]

        /// The value that pings carry for what the client has given.
        func value(_ given: String) -> NielsenPingValue {
            var text = given
            if !values.isEmpty { text = values[given.lowercased()] ?? values["*"] ?? given }
            guard encodings > 0 else { return .text(text) }
            var buffer = PingBuffer()
            buffer.append(text, .everything)
            for _ in 0..<encodings { buffer.encode(from: 0, .unreserved) }
            return .text(buffer.text)
        }
    }

    let keys: [Key]
    /// The values of slots that hold where there is no other.
    let defaults: [NielsenPingValue]
    private let slots: [String: Int]

    private static let suffixes = ["_content", "_ad", "_static"]

    /// Puts a vocabulary together.
    ///
    /// - Parameters:
    ///   - keyMap: Internal names, and the client's keys in up to two pairs of parentheses.
    ///   - valueMaps: Internal names, and other values for given ones.
    ///   - defaults: Names and the values that hold where there is no other.
    init(keyMap: [(String, String)], valueMaps: [String: [String: String]], defaults: [String: String]) {
        var slots = PingVariable.slots
        var keys: [Key] = []
        var next = PingVariable.count
        for (name, key) in keyMap {
            var clientKey = Substring(key)
            var encodings = 0
            while clientKey.hasPrefix("("), clientKey.hasSuffix(")") {
                clientKey = clientKey.dropFirst().dropLast()
                encodings += 1
            }
            let values = valueMaps[name] ?? [:]
            keys.append(Key(name: name, clientKey: String(clientKey), encodings: encodings, slot: next, values: values))
            slots[name] = next
            for (offset, suffix) in Self.suffixes.enumerated() { slots[name + suffix] = next + 1 + offset }
            next += 4
        }
        var values = [NielsenPingValue](repeating: .none, count: next)
        for (name, text) in defaults.sorted(by: { $0.key < $1.key }) {
            guard let slot = slots[name] else {
                slots[name] = values.count
                values.append(.text(text))
                continue
            }
            values[slot] = .text(text)
        }
        for key in keys {
            for offset in 1...3 where values[key.slot + offset] == .none {
                values[key.slot + offset] = values[key.slot]
            }
        }
        self.keys = keys
        self.defaults = values
        self.slots = slots
    }

    /// Every name, in the order of the alphabet.
    var names: [String] { slots.keys.sorted() }

    /// The slot of a name, nil where the name is unknown.
    func slot(of name: String) -> Int? { slots[name] }

    /// Returns the origin of the value of a name.
    func origin(of name: String) -> PingOrigin {
        if let variable = PingVariable.slots[name].flatMap(PingVariable.init(rawValue:)) { return variable.origin }
        return key(of: name).map { .metadata($0.clientKey) } ?? .configuration(name)
    }

    private func key(of name: String) -> Key? {
        guard let slot = slots[name] else { return nil }
        return keys.first { ($0.slot..<$0.slot + 4).contains(slot) }
    }

    /// Fills the slots of a lane.
    ///
    /// - Parameters:
    ///   - offset: 0 for what the ping is about, 1 to 3 for content, ad and static page.
    ///   - metadata: The metadata of the asset.
    ///   - appInfo: Where keys are looked up that the metadata does not have.
    ///   - barely: Whether addresses lose their query and fragment; they always lose credentials.
    ///   - values: Gets the values.
    func fill(
        _ offset: Int,
        from metadata: [String: String],
        _ appInfo: [String: String],
        barely: Bool,
        _ values: inout [NielsenPingValue]
    ) {
        for key in keys {
            let slot = key.slot + offset
            guard let given = Self.nonEmpty(metadata[key.clientKey]) ?? Self.nonEmpty(appInfo[key.clientKey]) else {
                values[slot] = defaults[slot]
                continue
            }
            let isAddress = Self.addressKeys.contains(key.clientKey)
            values[slot] = key.value(isAddress ? PingAddress.bare(given, barely: barely) : given)
        }
    }

    /// The keys whose values are addresses.
    private static let addressKeys: Set<String> = ["mediaURL", "pageURL"]

    private static func nonEmpty(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return text
    }
}
