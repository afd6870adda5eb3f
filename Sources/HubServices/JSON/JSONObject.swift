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
        public let value: JSONValue
    }

    /// Names and values. Pairs as a dictionary literal has them, so that a literal's own array is kept as it is.
    private var members: [(String, JSONValue)]

    /// Where each name is in `members`, for objects with more than ``searchLimit`` members.
    private var index: [String: Int]?

    private static let searchLimit = 16

    /// Makes an empty object.
    public init() {
        members = []
    }

    /// Makes an object out of pairs; of two with one name the later one stays.
    ///
    /// - Parameter pairs: Names and values.
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        self.init()
        members.reserveCapacity(pairs.underestimatedCount)
        for (key, value) in pairs {
            self[key] = value
        }
    }

    /// Makes an object out of members in their order; of two with one name the later one stays.
    init(read members: [(String, JSONValue)]) {
        guard members.count > Self.searchLimit else {
            if Self.areDistinct(members) {
                self.init(distinct: members)
            } else {
                self.init(members)
            }
            return
        }
        var index = [String: Int](minimumCapacity: members.count)
        for (place, member) in members.enumerated() where index.updateValue(place, forKey: member.0) != nil {
            self.init(members)
            return
        }
        self.init(distinct: members)
        self.index = index
    }

    /// Makes an object out of a dictionary, its members sorted by name.
    ///
    /// - Parameter dictionary: Names and values.
    public init(_ dictionary: [String: JSONValue]) {
        self.init(dictionary.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Makes an object out of a literal; of two members with one name the later one stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        if elements.count <= Self.searchLimit, Self.areDistinct(elements) {
            self.init(distinct: elements)
        } else {
            self.init(elements)
        }
    }

    private init(distinct members: [(String, JSONValue)]) {
        self.members = members
    }

    /// Makes an object out of pairs whose names are known to be distinct.
    init(ofDistinct members: [(String, JSONValue)]) {
        self.members = members
        rebuildIndex()
    }

    private static func areDistinct(_ members: [(String, JSONValue)]) -> Bool {
        members.withUnsafeBufferPointer { members in
            var seen: UInt64 = 0
            for place in members.indices {
                let mark = Self.mark(of: members[place].0)
                if seen & mark != 0 {
                    for earlier in 0..<place where members[earlier].0 == members[place].0 { return false }
                }
                seen |= mark
            }
            return true
        }
    }

    /// A set of bits that names which are equal have in common, so that most names need not be compared.
    ///
    /// It comes from the first and the last byte. Names that are equal although their bytes differ, because of combining
    /// characters, begin or end with a byte beyond ASCII or agree in that byte; such names are compared with all others.
    private static func mark(of name: String) -> UInt64 {
        let ends = name.utf8.withContiguousStorageIfAvailable { bytes -> (UInt8, UInt8)? in
            guard let first = bytes.first, let last = bytes.last, first < 0x80, last < 0x80 else { return nil }
            return (first, last)
        }
        guard case (let first, let last)?? = ends else { return .max }
        return 1 << UInt64((first &* 7 &+ last) & 63)
    }

    /// The members, in the order in which their names were first set.
    ///
    /// This makes an array; walk over the object itself where none is needed.
    public var entries: [Entry] { map { $0 } }

    /// How many members there are.
    public var count: Int { members.count }

    /// True where there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The names, in order.
    public var keys: [String] { members.map(\.0) }

    /// The value of a member; setting nil removes the member.
    ///
    /// - Parameter key: The member's name.
    public subscript(key: String) -> JSONValue? {
        get {
            place(of: key).map { members[$0].1 }
        }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?):
                members[place].1 = value
            case (nil, let value?):
                append(key, value)
            case (let place?, nil):
                members.remove(at: place)
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
        for (key, value) in other.members {
            merged[key] = value
        }
        return merged
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
        members.append((key, value))
        if index != nil {
            index?[key] = members.count - 1
        } else if members.count > Self.searchLimit {
            rebuildIndex()
        }
    }

    private mutating func rebuildIndex() {
        guard members.count > Self.searchLimit else {
            index = nil
            return
        }
        index = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.0, $0) })
    }

    private func place(of key: String) -> Int? {
        if let index { return index[key] }
        return members.withUnsafeBufferPointer { members in members.firstIndex { $0.0 == key } }
    }

    /// True where every value is one that JSON text can hold and that holds no others.
    var isFlat: Bool {
        members.withUnsafeBufferPointer { members in
            members.allSatisfy { member in
                switch member.1 {
                case .null, .bool, .int, .string: true
                case .double, .array, .object: false
                }
            }
        }
    }
}

extension JSONObject: Sequence {
    /// Walks over the members in order.
    public func makeIterator() -> Iterator { Iterator(members: members.makeIterator()) }

    /// Walks over the members of an object.
    public struct Iterator: IteratorProtocol {
        fileprivate var members: IndexingIterator<[(String, JSONValue)]>

        /// The next member, or nil at the end.
        public mutating func next() -> Entry? {
            members.next().map { Entry(key: $0.0, value: $0.1) }
        }
    }

    /// As many as there are.
    public var underestimatedCount: Int { members.count }
}

extension JSONObject: Hashable {
    /// Compares members; their order does not matter.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.0] == $0.1 }
    }

    /// Feeds the members so that their order does not matter.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in members {
            var member = Hasher()
            member.combine(key)
            member.combine(value)
            sum ^= member.finalize()
        }
        hasher.combine(sum)
        hasher.combine(count)
    }
}
