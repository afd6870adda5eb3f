// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A reader that finds values in properties or options and converts them.
struct SegmentReader: Sendable {
    static let empty = SegmentReader([:])

    private let values: JSONObject
    /// The hash of each name, in order, so that a key in another spelling is found without folding names again.
    private let hashes: [UInt64]

    init(_ values: JSONObject) {
        self.values = values
        hashes = values.map { SegmentKey.hash($0.key) }
    }

    /// Returns the value of a key: that of its exact spelling, otherwise that of the alphabetically first name that
    /// folds to it.
    ///
    /// - Returns: The value; nil if there is none, or only null.
    func value(_ key: SegmentKey) -> JSONValue? {
        guard hashes.contains(key.hash) else { return nil }
        if let value = values[key.name], !value.isNull { return value }
        var found: (name: String, value: JSONValue)?
        for (place, member) in values.enumerated() where hashes[place] == key.hash {
            guard !member.value.isNull, SegmentKey.folded(member.key) == key.folded else { continue }
            if found.map({ member.key < $0.name }) ?? true { found = (member.key, member.value) }
        }
        return found?.value
    }

    /// Returns all values of a key that are not null: that of its exact spelling, then the others in alphabetical
    /// order.
    func values(_ key: SegmentKey) -> [JSONValue] {
        guard hashes.contains(key.hash) else { return [] }
        let members = values.entries.filter { member in
            !member.value.isNull && SegmentKey.hash(member.key) == key.hash
                && SegmentKey.folded(member.key) == key.folded
        }
        return members.sorted { left, right in
            (left.key == key.name ? 0 : 1, left.key) < (right.key == key.name ? 0 : 1, right.key)
        }
        .map(\.value)
    }

    /// Returns the text of the first key that has any.
    func text(_ keys: SegmentKey?...) -> String? {
        for case let key? in keys {
            if let text = value(key).flatMap(SegmentCoercion.text), !text.isEmpty { return text }
        }
        return nil
    }

    /// Returns the identifier of the first key that has one; for a list it is the first element.
    func identifier(_ keys: SegmentKey?...) -> String? {
        for case let key? in keys {
            if let text = value(key).flatMap(SegmentCoercion.identifier), !text.isEmpty { return text }
        }
        return nil
    }

    /// Returns whether the value is truthy (`true`, `1`, `"yes"` …).
    func truth(_ key: SegmentKey) -> Bool { value(key).map(SegmentCoercion.truth) ?? false }

    /// Returns the whole number of a key.
    func integer(_ key: SegmentKey) -> Int64? { value(key).flatMap(SegmentCoercion.integer) }

    /// Returns the object of a key.
    func object(_ key: SegmentKey) -> JSONObject? { value(key)?.objectValue }
}
