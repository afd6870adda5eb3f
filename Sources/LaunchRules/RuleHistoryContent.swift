// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The content of a record of the event history: the leaves of an event's data, each with its path and its text.
///
/// Two records are of the same thing if they have the same pairs. Texts that are empty, and null, make no pair.
package struct RuleHistoryContent: Sendable, Hashable {
    /// A leaf.
    package struct Pair: Sendable, Hashable {
        /// The dotted path, with places of lists: `show.tags.0`.
        package let path: String
        /// The value as rules write it out; not empty.
        package let text: String
    }

    /// The leaves, sorted by path.
    package let pairs: [Pair]

    /// Makes content out of the leaves of an object.
    ///
    /// - Parameters:
    ///   - data: The object.
    ///   - mask: The paths that count; nil for all.
    package init(_ data: JSONObject, mask: [String]? = nil) {
        var pairs: [Pair] = []
        Self.collect(.object(data), path: "", into: &pairs)
        if let mask {
            let names = Set(mask)
            pairs.removeAll { !names.contains($0.path) }
        }
        self.pairs = pairs.sorted { $0.path.utf16.lexicographicallyPrecedes($1.path.utf16) }
    }

    /// Whether there is nothing to record.
    package var isEmpty: Bool { pairs.isEmpty }

    /// Collects leaves; data is nested at most ``JSONValue/maximumDepth`` deep.
    private static func collect(_ value: JSONValue, path: String, into pairs: inout [Pair]) {
        func below(_ name: String) -> String { path.isEmpty ? name : path + "." + name }
        switch value {
        case .object(let members):
            for member in members { collect(member.value, path: below(member.key), into: &pairs) }
        case .array(let elements):
            for (place, element) in elements.enumerated() { collect(element, path: below("\(place)"), into: &pairs) }
        case .null, .bool, .int, .double, .string:
            guard let text = value.leafText, !text.isEmpty else { return }
            pairs.append(Pair(path: path, text: text))
        }
    }
}

extension JSONValue {
    /// The text of the value, as tokens and the event history write it; nil for null, lists and objects.
    package var leafText: String? {
        switch self {
        case .string(let text): text
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .double(let value): Int64(exactly: value).map { String($0) } ?? String(value)
        case .null, .array, .object: nil
        }
    }
}

/// The key under which the event history keeps records of the same thing.
///
/// It is made of the pairs with their lengths, so that nothing but a coincidence in 64 bits gives two things one key.
package struct RuleHistoryKey: Sendable, Hashable {
    /// The key as a number, the same in every process.
    package let value: UInt64

    /// Makes a key that was stored.
    package init(value: UInt64) {
        self.value = value
    }

    /// Makes the key of content.
    ///
    /// - Parameter content: The content. Nil where it has no pairs.
    package init?(_ content: RuleHistoryContent) {
        guard !content.isEmpty else { return nil }
        var hash = FNV1a()
        func add(_ text: String) {
            var count = UInt64(text.utf8.count)
            for _ in 0..<4 {
                hash.add(UInt8(truncatingIfNeeded: count))
                count >>= 8
            }
            for byte in text.utf8 { hash.add(byte) }
        }
        for pair in content.pairs {
            add(pair.path)
            add(pair.text)
        }
        value = hash.value
    }
}

extension JSONObject {
    /// Returns the documented hash of the data, under which a record of it is known elsewhere.
    ///
    /// It is FNV-1a with 32 bits over `path:text` of every leaf, in the order of the paths and with nothing in between.
    /// Different data may therefore have one hash, as `{"a": "1", "b": "2"}` and `{"a": "1b:2"}` do. The history itself
    /// tells them apart.
    ///
    /// - Parameter mask: The paths that count, such as `show.id`; nil for all.
    /// - Returns: The hash; 0 if there is nothing to hash, which is not recorded.
    public func eventHash(mask: [String]? = nil) -> UInt32 {
        RuleHistoryContent(self, mask: mask).eventHash
    }
}

extension RuleHistoryContent {
    /// The documented hash; 0 without pairs.
    package var eventHash: UInt32 {
        guard !isEmpty else { return 0 }
        var hash: UInt32 = 2_166_136_261
        func add(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        }
        for pair in pairs {
            add(pair.path)
            add(":")
            add(pair.text)
        }
        return hash
    }
}
