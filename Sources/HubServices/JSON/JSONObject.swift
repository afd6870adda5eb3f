// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, in the order in which they were set.
///
/// Event payloads have a handful of members, which are found by comparing: that makes building and freeing one cheaper than
/// a hash table by far. Only of more than sixteen the places are looked up.
public struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {
    /// The name of a member and its value.
    public typealias Entry = (key: String, value: JSONValue)

    /// Names and values, in order.
    ///
    /// Pairs as a dictionary literal has them, so that a literal's own array is kept unchanged.
    private var members: [(String, JSONValue)]
    /// Nil where there are few members.
    private var lookup: JSONLookup?

    private static let searchLimit = 16

    /// Makes an empty object.
    public init() {
        members = []
    }

    /// Makes an object out of pairs; of two with one name the later one stays.
    ///
    /// - Parameter pairs: Names and values.
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        self.init(read: Array(pairs))
    }

    /// Makes an object out of members in their order; of two with one name the later one stays.
    init(read members: [(String, JSONValue)]) {
        self.init(ofDistinct: Self.areDistinct(members) ? members : Self.merged(members))
    }

    /// The members with each name once: in the place of the first of that name, with the value of the last.
    private static func merged(_ members: [(String, JSONValue)]) -> [(String, JSONValue)] {
        var merged: [(String, JSONValue)] = []
        var index: [String: Int] = [:]
        for member in members {
            if let place = index[member.0] {
                merged[place].1 = member.1
            } else {
                index[member.0] = merged.count
                merged.append(member)
            }
        }
        return merged
    }

    /// Makes an object out of a dictionary, its members sorted by name.
    ///
    /// - Parameter dictionary: Names and values.
    public init(_ dictionary: [String: JSONValue]) {
        self.init(dictionary.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Makes an object out of a literal; of two members with one name the later one stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(read: elements)
    }

    /// Makes an object out of pairs whose names are known to be distinct.
    init(ofDistinct members: [(String, JSONValue)]) {
        self.members = members
        resetLookup()
    }

    private mutating func resetLookup() {
        lookup = members.count > Self.searchLimit ? JSONLookup() : nil
    }

    private static func areDistinct(_ members: [(String, JSONValue)]) -> Bool {
        if members.count > searchLimit { return Set(members.map(\.0)).count == members.count }
        return members.withUnsafeBufferPointer { members in
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

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// The names, in order.
    public var keys: [String] { members.map(\.0) }

    /// The value of a member; setting nil removes the member.
    ///
    /// - Parameter key: The member's name.
    public subscript(key: String) -> JSONValue? {
        get { place(of: key).map { members[$0].1 } }
        set {
            guard let newValue else { return remove(key) }
            if let place = place(of: key) {
                members[place].1 = newValue
                return
            }
            members.append((key, newValue))
            // A copy may use the same look-up.
            if isKnownUniquelyReferenced(&lookup) { lookup?.add(key, at: members.count - 1) } else { resetLookup() }
        }
    }

    private mutating func remove(_ key: String) {
        guard let place = place(of: key) else { return }
        members.remove(at: place)
        resetLookup()
    }

    /// Returns this object with the members of another set over its own.
    ///
    /// - Parameter other: The object whose values replace those of the same name.
    /// - Returns: A new object; members that only `other` has come last.
    public func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for entry in other {
            merged[entry.key] = entry.value
        }
        return merged
    }

    private func place(of key: String) -> Int? {
        if let lookup { return lookup.place(of: key, in: members) }
        // Without touching the reference counts of the others.
        return members.withUnsafeBufferPointer { members in members.firstIndex { $0.0 == key } }
    }

    /// Whether every value is known to be valid in JSON and to contain no others.
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
    public func makeIterator() -> Iterator {
        Iterator(members: members)
    }

    /// Walks over the members of an object.
    public struct Iterator: IteratorProtocol {
        fileprivate let members: [(String, JSONValue)]
        private var place = 0

        fileprivate init(members: [(String, JSONValue)]) {
            self.members = members
        }

        /// The next member, or nil at the end.
        public mutating func next() -> Entry? {
            guard place < members.count else { return nil }
            defer { place += 1 }
            return (key: members[place].0, value: members[place].1)
        }
    }

    /// As many as there are.
    public var underestimatedCount: Int { count }
}

extension JSONObject: Hashable {
    /// Compares members; their order does not matter.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    /// Feeds the members so that their order does not matter.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for entry in self {
            var member = Hasher()
            member.combine(entry.key)
            member.combine(entry.value)
            sum ^= member.finalize()
        }
        hasher.combine(sum)
        hasher.combine(count)
    }
}

/// Where each name of a large object is, found out when a name is first asked for.
private final class JSONLookup: Sendable {
    private let places = Locked<[String: Int]?>(nil)

    /// Returns the place of a name among the members of the object, the same ones at each call.
    func place(of name: String, in members: [(String, JSONValue)]) -> Int? {
        places.withLock { places in
            if let places { return places[name] }
            let found = Dictionary(members.enumerated().map { ($1.0, $0) }) { first, _ in first }
            places = found
            return found[name]
        }
    }

    /// Notes that a name was added at a place.
    func add(_ name: String, at place: Int) {
        places.withLock { $0?[name] = place }
    }
}
