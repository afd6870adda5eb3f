// SPDX-License-Identifier: Apache-2.0

import HubServices

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
