// SPDX-License-Identifier: Apache-2.0

import HubServices

/// When a rule applies.
indirect enum RuleCondition: Sendable {
    /// All of them must hold; at least one.
    case all([RuleCondition])
    /// One of them must hold; at least one.
    case any([RuleCondition])
    case test(RuleTest)
    case history(RuleHistoryTest)
}

/// A question about one value of the event.
struct RuleTest: Sendable, Hashable {
    enum Check: Sendable, Hashable {
        /// `ex`, or `nx` where it is false.
        case exists(Bool)
        /// The others: whether one of the operands holds, or none of them where it is negated, as `ne` and `nc` ask.
        case compare(RuleOperator, [RuleOperand], isNegated: Bool)
    }

    let key: RuleKey
    let check: Check

    /// Returns whether a value passes.
    ///
    /// - Parameter reading: The value; nil where it is missing.
    /// - Returns: Whether it does.
    func holds(_ reading: inout RuleReading?) -> Bool {
        switch check {
        case .exists(let isExpected): (reading != nil) == isExpected
        case .compare(let operation, let operands, let isNegated):
            Self.isAny(of: operands, operation, &reading) != isNegated
        }
    }

    private static func isAny(of operands: [RuleOperand], _ operation: RuleOperator, _ reading: inout RuleReading?)
        -> Bool
    {
        guard reading != nil else { return false }
        for operand in operands where reading?.holds(operation, operand) == true { return true }
        return false
    }

    /// The names of which the value must be one; nil where that is not what is asked.
    ///
    /// They keep their spelling: names that are spelled alike are compared fastest.
    var names: Set<FoldedName>? {
        guard let operands = equalOperands else { return nil }
        var names: Set<FoldedName> = []
        for operand in operands {
            guard case .string(let text) = operand.written else { return nil }
            names.insert(FoldedName(text))
        }
        return names
    }

    /// The values of which the value must be one; nil where that is not what is asked.
    var equalOperands: [RuleOperand]? {
        guard case .compare(.equal, let operands, isNegated: false) = check else { return nil }
        return operands
    }
}

extension RuleReading {
    fileprivate mutating func holds(_ operation: RuleOperator, _ operand: RuleOperand) -> Bool {
        operand.holds(operation, &self)
    }
}

/// A question about what happened before.
struct RuleHistoryTest: Sendable {
    enum Search: Sendable {
        /// The number of records of any of the events.
        case count
        /// 1 where the events happened in their order, else 0.
        case ordered
        /// The place in the list of the event that happened last; -1 where none did.
        case mostRecent
    }

    /// The comparison of the result with ``value``.
    enum Comparison: String, Sendable {
        case equal = "eq"
        case notEqual = "ne"
        case greater = "gt"
        case greaterOrEqual = "ge"
        case less = "lt"
        case lessOrEqual = "le"

        func holds(_ left: Int64, _ right: Int64) -> Bool {
            switch self {
            case .equal: left == right
            case .notEqual: left != right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            case .less: left < right
            case .lessOrEqual: left <= right
            }
        }
    }

    /// An event that is asked for.
    enum Subject: Sendable {
        case known(RuleHistoryKey)
        /// Content with tokens, which is known when it is asked for only.
        case template(RuleTemplate)
    }

    let search: Search
    let comparison: Comparison
    let value: Int64
    let subjects: [Subject]
    /// The first millisecond that counts.
    let from: Int64
    /// The last millisecond that counts; nil for the time of the question.
    let to: Int64?
}
