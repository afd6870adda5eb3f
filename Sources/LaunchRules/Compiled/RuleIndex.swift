// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The buckets of rules by the types and sources of their events.
struct RuleIndex: Sendable {
    /// The buckets that the address of an event leads to: at most one each for type and source, type, source, and neither.
    struct Hits: Sendable {
        fileprivate var places: (Int, Int, Int, Int) = (-1, -1, -1, -1)

        /// Whether no rule is for events of the address.
        var isEmpty: Bool { places.0 & places.1 & places.2 & places.3 < 0 }
    }

    /// What the rules of a bucket ask for; nil represents any.
    private struct Key: Hashable {
        var type: FoldedName?
        var source: FoldedName?
    }

    private var buckets: [RuleBucket] = []
    private var byPair: [Key: Int] = [:]
    private var byType: [Key: Int] = [:]
    private var bySource: [Key: Int] = [:]
    private var anywhere: [Key: Int] = [:]

    /// Adds a rule.
    ///
    /// - Parameters:
    ///   - rule: Its number.
    ///   - address: The events that it is for.
    ///   - found: The values that lead to it; nil where it is found without any.
    mutating func add(_ rule: Int32, _ address: RuleAddress, _ found: RuleCompiler.Equality?) {
        for type in address.types.map({ $0.map(Optional.some) }) ?? [nil] {
            for source in address.sources.map({ $0.map(Optional.some) }) ?? [nil] {
                let key = Key(type: type, source: source)
                let place: Int
                switch (type, source) {
                case (.some, .some): place = Self.place(of: key, in: &byPair, &buckets)
                case (.some, nil): place = Self.place(of: key, in: &byType, &buckets)
                case (nil, .some): place = Self.place(of: key, in: &bySource, &buckets)
                case (nil, nil): place = Self.place(of: key, in: &anywhere, &buckets)
                }
                buckets[place].add(rule, found)
            }
        }
    }

    private static func place(of key: Key, in places: inout [Key: Int], _ buckets: inout [RuleBucket]) -> Int {
        if let place = places[key] { return place }
        buckets.append(RuleBucket())
        places[key] = buckets.count - 1
        return buckets.count - 1
    }

    /// Returns the buckets of rules for events of a type and source; nothing is allocated.
    func hits(_ type: FoldedName, _ source: FoldedName) -> Hits {
        var hits = Hits()
        if !byPair.isEmpty { hits.places.0 = byPair[Key(type: type, source: source)] ?? -1 }
        if !byType.isEmpty { hits.places.1 = byType[Key(type: type)] ?? -1 }
        if !bySource.isEmpty { hits.places.2 = bySource[Key(source: source)] ?? -1 }
        hits.places.3 = anywhere.first?.value ?? -1
        return hits
    }

    /// Passes each of some buckets to a closure, until it returns true.
    ///
    /// - Returns: Whether it has.
    @inline(__always)
    func contains(_ hits: Hits, where body: (borrowing RuleBucket) -> Bool) -> Bool {
        if hits.places.0 >= 0, body(buckets[hits.places.0]) { return true }
        if hits.places.1 >= 0, body(buckets[hits.places.1]) { return true }
        if hits.places.2 >= 0, body(buckets[hits.places.2]) { return true }
        return hits.places.3 >= 0 && body(buckets[hits.places.3])
    }
}

/// Rules that share an address, found by the values that they compare with.
struct RuleBucket: Sendable {
    /// The rules that a value of one key leads to.
    struct Table: Sendable {
        let slot: Int
        private(set) var texts: [String: [Int32]] = [:]
        private(set) var numbers: [RuleNumber: [Int32]] = [:]
        private(set) var bools: [Bool: [Int32]] = [:]

        init(slot: Int) {
            self.slot = slot
        }

        mutating func add(_ rule: Int32, _ operands: [RuleOperand]) {
            for operand in Set(operands.map(\.value)) {
                switch operand {
                case .text(let text): texts[text, default: []].append(rule)
                case .number(let number): numbers[number, default: []].append(rule)
                case .bool(let value): bools[value, default: []].append(rule)
                }
            }
        }

        /// Adds the rules that a value leads to.
        func find(_ reading: inout RuleReading, _ found: inout [Int32]) {
            if !texts.isEmpty, let text = reading.folded, let rules = texts[text] { Self.append(rules, &found) }
            if !numbers.isEmpty, let number = RuleNumber(reading.value), let rules = numbers[number] {
                Self.append(rules, &found)
            }
            if !bools.isEmpty, let value = reading.value.ruleBool, let rules = bools[value] {
                Self.append(rules, &found)
            }
        }

        private static func append(_ rules: [Int32], _ found: inout [Int32]) {
            if found.isEmpty { found = rules } else { found += rules }
        }
    }

    private(set) var tables: [Table] = []
    /// The rules that compare no value with eq, in their order.
    private(set) var others: [Int32] = []

    mutating func add(_ rule: Int32, _ found: RuleCompiler.Equality?) {
        guard let found else { return others.append(rule) }
        let place =
            tables.firstIndex { $0.slot == found.slot }
            ?? {
                tables.append(Table(slot: found.slot))
                return tables.count - 1
            }()
        tables[place].add(rule, found.operands)
    }
}
