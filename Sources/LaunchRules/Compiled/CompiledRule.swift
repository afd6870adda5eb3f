// SPDX-License-Identifier: Apache-2.0

import HubServices

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
