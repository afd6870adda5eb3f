// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Gathers rules for ``CompiledRules``.
struct RuleCompiler {
    /// The place of a rule in the index.
    struct Entry {
        let rule: Rule
        let identity: RuleLineage.Ancestor
        let address: RuleAddress
        /// The conditions besides the address.
        let parts: [CompiledCondition]
        /// The keys that must equal one of some values.
        let equalities: [Equality]
    }

    /// A part of a condition that an index can decide.
    struct Equality {
        let slot: Int
        let operands: [RuleOperand]
        /// The position among the parts.
        let part: Int
    }

    private(set) var entries: [Entry] = []
    private(set) var keys: [RuleKey] = []
    private(set) var historyKeys: Set<RuleHistoryKey> = []
    private(set) var asksForAnyHistory = false
    private var slots: [RuleKey: Int] = [:]
    /// The number of different values that each key is compared with for equality: the more, the fewer rules each leads to.
    private var variety: [Int: Set<RuleOperand.Value>] = [:]

    mutating func add(_ rule: Rule, _ identity: RuleLineage.Ancestor) {
        let address = RuleAddress(of: rule.condition)
        var parts: [RuleCondition] = []
        Self.split(rule.condition, into: &parts)
        var equalities: [Equality] = []
        var remaining: [CompiledCondition] = []
        for part in parts {
            if case .test(let test) = part {
                if address.decides(test) { continue }
                if let operands = test.equalOperands, Self.isIndexed(test.key) {
                    let slot = slot(of: test.key)
                    equalities.append(Equality(slot: slot, operands: operands, part: remaining.count))
                    variety[slot, default: []].formUnion(operands.map(\.value))
                }
            }
            remaining.append(compiled(part))
        }
        entries.append(
            Entry(rule: rule, identity: identity, address: address, parts: remaining, equalities: equalities)
        )
    }

    /// Compiles a rule, once all were added.
    ///
    /// - Returns: The rule, and the values that the index has to lead to it; the index decides these, so that they are not
    ///   asked again. Nil where it is found without a value.
    func compiled(_ entry: Entry) -> (rule: CompiledRule, found: Equality?) {
        // That which leaves the fewest other rules.
        let found = entry.equalities.max { variety[$0.slot]?.count ?? 0 < variety[$1.slot]?.count ?? 0 }
        var remaining = entry.parts
        if let found { remaining.remove(at: found.part) }
        let rule = CompiledRule(
            identity: entry.identity,
            remaining: Self.cheapestFirst(remaining),
            rule: entry.rule
        )
        return (rule, found)
    }

    /// Splits a condition into those that must all hold.
    private static func split(_ condition: RuleCondition, into parts: inout [RuleCondition]) {
        switch condition {
        case .all(let conditions):
            for condition in conditions { split(condition, into: &parts) }
        case .any(let conditions) where conditions.count == 1:
            split(conditions[0], into: &parts)
        case .any, .test, .history:
            parts.append(condition)
        }
    }

    private static func isIndexed(_ key: RuleKey) -> Bool {
        switch key {
        case .data, .state: true
        case .type, .source, .seconds, .zonedTime, .universalTime, .version, .cacheBuster, .allURL, .allJSON: false
        }
    }

    private mutating func slot(of key: RuleKey) -> Int {
        if let slot = slots[key] { return slot }
        slots[key] = keys.count
        keys.append(key)
        return keys.count - 1
    }

    private mutating func compiled(_ condition: RuleCondition) -> CompiledCondition {
        switch condition {
        case .test(let test):
            return .test(slot: slot(of: test.key), test)
        case .history(let test):
            for subject in test.subjects {
                switch subject {
                case .known(let key): historyKeys.insert(key)
                case .template: asksForAnyHistory = true
                }
            }
            return .history(test)
        case .all(let conditions):
            return .all(Self.cheapestFirst(conditions.map { compiled($0) }))
        case .any(let conditions):
            return .any(Self.cheapestFirst(conditions.map { compiled($0) }))
        }
    }

    private static func cheapestFirst(_ conditions: [CompiledCondition]) -> [CompiledCondition] {
        guard conditions.count > 1 else { return conditions }
        // Conditions have no effect, so their order is free.
        return conditions.map { (cost: $0.cost, condition: $0) }.sorted { $0.cost < $1.cost }.map(\.condition)
    }
}

/// A rule in the form in which it is evaluated: what the index has not decided, the cheapest first.
struct CompiledRule: Sendable {
    let identity: RuleLineage.Ancestor
    /// The conditions that remain to be checked once the index has found the rule.
    let remaining: [CompiledCondition]
    let consequences: [RuleConsequence]
    /// The identifiers of the consequences.
    let consequenceIDs: [String]

    init(identity: RuleLineage.Ancestor, remaining: [CompiledCondition], rule: Rule) {
        self.identity = identity
        self.remaining = remaining
        consequences = rule.consequences
        consequenceIDs = rule.consequenceIDs
    }
}

/// A condition with its keys as numbers, so that each is looked up once.
indirect enum CompiledCondition: Sendable {
    case all([CompiledCondition])
    case any([CompiledCondition])
    case test(slot: Int, RuleTest)
    case history(RuleHistoryTest)

    /// About how much work it is.
    var cost: Int {
        switch self {
        case .test(_, let test):
            switch test.check {
            case .exists: test.key.cost
            case .compare(let operation, let operands, _):
                test.key.cost + (operation.isTextual ? 3 : 1) * Swift.min(operands.count, 100)
            }
        case .history(let test): 20 * test.subjects.count
        case .all(let conditions), .any(let conditions): conditions.reduce(1) { $0 + $1.cost }
        }
    }
}
