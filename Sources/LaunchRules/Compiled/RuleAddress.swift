// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The types and sources of the events that a condition can hold for; nil represents any.
struct RuleAddress {
    var types: Set<FoldedName>?
    var sources: Set<FoldedName>?

    /// The most types and sources that an index holds; a rule that names more is found without it.
    private static let limit = 64

    init(of condition: RuleCondition) {
        types = Self.names(in: condition, .type)
        sources = Self.names(in: condition, .source)
        if types?.count ?? 0 > Self.limit { types = nil }
        if (types?.count ?? 1) * (sources?.count ?? 1) > Self.limit { sources = nil }
    }

    /// Returns the names that a key must have one of; nil where any will do.
    private static func names(in condition: RuleCondition, _ key: RuleKey) -> Set<FoldedName>? {
        switch condition {
        case .test(let test):
            return test.key == key ? test.names : nil
        case .history:
            return nil
        case .all(let conditions):
            return conditions.reduce(nil) { names, condition in
                guard let more = Self.names(in: condition, key) else { return names }
                return names.map { $0.intersection(more) } ?? more
            }
        case .any(let conditions):
            var names: Set<FoldedName> = []
            for condition in conditions {
                guard let more = Self.names(in: condition, key) else { return nil }
                names.formUnion(more)
            }
            return names
        }
    }

    /// Returns whether an event with one of the names passes a test for certain, so that it need not be asked.
    func decides(_ test: RuleTest) -> Bool {
        let names: Set<FoldedName>?
        switch test.key {
        case .type: names = types
        case .source: names = sources
        default: return false
        }
        guard let names, let tested = test.names else { return false }
        return names.isSubset(of: tested)
    }
}
