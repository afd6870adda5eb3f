// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// All rules in force, indexed so that an event costs about the same however many there are.
///
/// A rule is found by the type and the source of the event, then by one of the values that it compares with eq. The index
/// decides nothing else: of what it finds, all that is left of the conditions is asked.
package struct CompiledRules: Sendable {
    let rules: [CompiledRule]
    /// The names of the sets by their numbers.
    let names: [UInt64: String]
    /// The keys that conditions name, by their numbers.
    let keys: [RuleKey]
    /// The keys of the event history that conditions ask for.
    package let historyKeys: Set<RuleHistoryKey>
    /// Whether conditions ask the event history for content with tokens.
    package let asksForAnyHistory: Bool

    private let index: RuleIndex

    /// Compiles sets of rules.
    ///
    /// - Parameter sets: The sets in the order in which their rules apply, each with a number of its own, so that a rule
    ///   stays the same one while other sets come and go.
    package init(_ sets: [(loading: UInt64, set: LaunchRuleSet)] = []) {
        names = Dictionary(sets.map { ($0.loading, $0.set.name) }) { $1 }
        var compiler = RuleCompiler()
        for (loading, set) in sets {
            for (place, rule) in set.rules { compiler.add(rule, RuleLineage.Ancestor(loading: loading, place: place)) }
        }
        var index = RuleIndex()
        var rules: [CompiledRule] = []
        rules.reserveCapacity(compiler.entries.count)
        keys = compiler.keys
        historyKeys = compiler.historyKeys
        asksForAnyHistory = compiler.asksForAnyHistory
        for (rule, entry) in compiler.entries.enumerated() {
            let rule = Int32(truncatingIfNeeded: rule)  // in range: a set has at most 10,000 rules
            let (compiled, found) = compiler.compiled(entry)
            rules.append(compiled)
            index.add(rule, entry.address, found)
        }
        self.rules = rules
        self.index = index
    }

    /// Whether there are no rules.
    package var isEmpty: Bool { rules.isEmpty }

    /// Returns where the rules for events of a type and source are; nothing is allocated.
    func hits(_ type: EventType, _ source: EventSource) -> RuleIndex.Hits { index.hits(type.name, source.name) }

    /// Returns whether an event has one of the values by which rules are found, or rules are found without any; nothing is
    /// allocated.
    ///
    /// - Parameters:
    ///   - hits: Where the rules for the event are.
    ///   - data: The event's data.
    /// - Returns: Whether a rule may apply to it.
    func mayApply(_ hits: RuleIndex.Hits, to data: borrowing JSONObject) -> Bool {
        index.contains(hits) { bucket in
            guard bucket.others.isEmpty else { return true }
            for table in bucket.tables {
                guard case .data(let path) = keys[table.slot], !path.leadsToValue(in: data) else { return true }
            }
            return false
        }
    }

    /// Returns the rules that apply to an event, in their order.
    func matches(_ values: RuleValues) -> [Int32] { matches(values, hits(values.event.type, values.event.source)) }

    /// Returns the rules that apply to an event, in their order.
    ///
    /// - Parameters:
    ///   - values: What the event and its surroundings say.
    ///   - hits: Where the rules for the event are.
    /// - Returns: The positions of the rules.
    func matches(_ values: RuleValues, _ hits: RuleIndex.Hits) -> [Int32] {
        var memory = RuleMemory()
        var found: [Int32] = []
        _ = index.contains(hits) { bucket in
            look(in: bucket, values, &memory, &found)
            return false
        }
        if found.isEmpty { return [] }
        if found.count > 1 { found.sort() }
        var matches: [Int32] = []
        var last: Int32 = -1
        for rule in found where rule != last {
            last = rule
            let compiled = rules[Int(rule)]
            guard values.event.lineage.isEmpty || !values.event.lineage.ancestors.contains(compiled.identity) else {
                continue
            }
            if holds(compiled.remaining, values, &memory) { matches.append(rule) }
        }
        return matches
    }

    /// Adds the rules of a bucket that the values lead to.
    private func look(
        in bucket: borrowing RuleBucket,
        _ values: borrowing RuleValues,
        _ memory: inout RuleMemory,
        _ found: inout [Int32]
    ) {
        for table in bucket.tables {
            memory.read(table.slot, keys[table.slot], of: values) { reading in
                guard reading != nil else { return }
                reading?.find(in: table, &found)
            }
        }
        guard !bucket.others.isEmpty else { return }
        if found.isEmpty { found = bucket.others } else { found += bucket.others }
    }

    private func holds(_ conditions: [CompiledCondition], _ values: RuleValues, _ memory: inout RuleMemory) -> Bool {
        for condition in conditions where !holds(condition, values, &memory) { return false }
        return true
    }

    private func holds(_ condition: CompiledCondition, _ values: RuleValues, _ memory: inout RuleMemory) -> Bool {
        switch condition {
        case .test(let slot, let test):
            return memory.read(slot, test.key, of: values) { test.holds(&$0) }
        case .history(let test):
            return test.holds(values)
        case .all(let conditions):
            return holds(conditions, values, &memory)
        case .any(let conditions):
            for condition in conditions where holds(condition, values, &memory) { return true }
            return false
        }
    }
}

extension RuleReading {
    fileprivate mutating func find(in table: RuleBucket.Table, _ found: inout [Int32]) {
        table.find(&self, &found)
    }
}

extension RuleHistoryTest {
    /// Returns whether the condition holds for an event.
    func holds(_ values: RuleValues) -> Bool { comparison.holds(answer(values), value) }

    /// Returns what the event history says.
    func answer(_ values: RuleValues) -> Int64 {
        let surroundings = values.surroundings
        let queries = subjects.map { subject in
            key(of: subject, values).map { HistoryQuery(key: $0, from: from, to: to ?? surroundings.now) }
        }
        let known = queries.compactMap(\.self)
        let history = surroundings.history
        switch search {
        case .count:
            return known.results(history.times).reduce(0) { $0 + Int64($1.count) }
        case .ordered:
            // Content that cannot be recorded has not happened.
            guard known.count == queries.count else { return 0 }
            return known.orderedResults(history.times).allSatisfy { $0.count > 0 } ? 1 : 0
        case .mostRecent:
            var last: (place: Int64, time: Int64) = (-1, .min)
            for (place, query) in queries.enumerated() {
                guard let query, let newest = [query].results(history.times)[0].newest else { continue }
                // The first of equals.
                if last.place < 0 || newest > last.time { last = (Int64(place), newest) }
            }
            return last.place
        }
    }

    /// Returns the key of what is asked for; nil for content that cannot be recorded.
    private func key(of subject: Subject, _ values: RuleValues) -> RuleHistoryKey? {
        switch subject {
        case .known(let key): return key
        case .template(let template):
            var expansion = RuleExpansion(values)
            guard let content = expansion.object(template), !expansion.isTooLong else { return nil }
            return RuleHistoryKey(RuleHistoryContent(content))
        }
    }
}
