// SPDX-License-Identifier: Apache-2.0

/// The parts that the rules of a file have in common, which are made and kept once.
///
/// Most rules of a property ask for the same keys, and many for the same types and sources.
struct SharedRuleParts {
    private var keys: [String: RuleKey] = [:]
    private var conditions: [RuleTest: RuleCondition] = [:]

    /// Returns a key, read at the first time.
    ///
    /// - Throws: ``RuleFault``, which says why the key is not valid.
    mutating func key(_ text: String) throws(RuleFault) -> RuleKey {
        if let key = keys[text] { return key }
        let key = try RuleKey(text)
        keys[text] = key
        return key
    }

    /// Returns the condition that a test is.
    mutating func condition(_ test: RuleTest) -> RuleCondition {
        if let condition = conditions[test] { return condition }
        let condition = RuleCondition.test(test)
        conditions[test] = condition
        return condition
    }
}
