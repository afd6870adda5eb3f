// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, in the order in which they were set.
///
/// Event payloads have a handful of members. Up to sixteen are kept in one array and found by comparing, which makes
/// building and freeing one cheaper than a hash table by far; beyond that an index is kept beside the array.
public struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public struct Entry: Sendable {
        /// The member's name.
        public let key: String
        /// The member's value.
        public internal(set) var value: JSONValue
    }

    /// The members, in the order in which their names were first set.
    public private(set) var entries: [Entry]

    /// Where each name is in `entries`, for objects with more than ``searchLimit`` members.
    private var index: [String: Int]?

    private static let searchLimit = 16

    /// Makes an empty object.
    public init() {
        entries = []
    }

    /// Makes an object out of pairs; of two with one name the later one stays.
    ///
    /// - Parameter pairs: Names and values.
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        self.init()
        entries.reserveCapacity(pairs.underestimatedCount)
        for (key, value) in pairs {
            self[key] = value
        }
    }

    /// Makes an object out of a dictionary, its members sorted by name.
    ///
    /// - Parameter dictionary: Names and values.
    public init(_ dictionary: [String: JSONValue]) {
        self.init(dictionary.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Makes an object out of a literal; of two members with one name the later one stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }

    /// How many members there are.
    public var count: Int { entries.count }

    /// True where there are no members.
    public var isEmpty: Bool { entries.isEmpty }

    /// The names, in order.
    public var keys: [String] { entries.map(\.key) }

    /// The value of that name; setting nil removes the member.
    public subscript(key: String) -> JSONValue? {
        get {
            place(of: key).map { entries[$0].value }
        }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?):
                entries[place].value = value
            case (nil, let value?):
                append(key, value)
            case (let place?, nil):
                entries.remove(at: place)
                if index != nil { rebuildIndex() }
            case (nil, nil):
                break
            }
        }
    }

    /// This object with another's members set over its own.
    ///
    /// - Parameter other: Its values win.
    public func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for entry in other.entries {
            merged[entry.key] = entry.value
        }
        return merged
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
        entries.append(Entry(key: key, value: value))
        if index != nil {
            index?[key] = entries.count - 1
        } else if entries.count > Self.searchLimit {
            rebuildIndex()
        }
    }

    private mutating func rebuildIndex() {
        guard entries.count > Self.searchLimit else {
            index = nil
            return
        }
        index = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.key, $0) })
    }

    private func place(of key: String) -> Int? {
        if let index { return index[key] }
        for place in entries.indices where entries[place].key == key {
            return place
        }
        return nil
    }
}

extension JSONObject: Sequence {
    /// Walks over the members in order.
    public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

extension JSONObject: Hashable {
    /// Compares members; their order does not matter.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.entries.allSatisfy { right[$0.key] == $0.value }
    }

    /// Feeds the members so that their order does not matter.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for entry in entries {
            var member = Hasher()
            member.combine(entry.key)
            member.combine(entry.value)
            sum ^= member.finalize()
        }
        hasher.combine(sum)
        hasher.combine(count)
    }
}
