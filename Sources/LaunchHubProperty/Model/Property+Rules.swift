// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices
import LaunchRules

extension Property {
    /// The rules of the working copy in their order.
    package var rules: [(name: String, rule: JSONValue)] {
        resources.compactMap { resource in
            resource.kind == .rule ? resource.draft.map { (resource.name, $0) } : nil
        }
    }

    /// The working copy's rules as a file of rules.
    package var ruleFile: JSONObject { Self.ruleFile(rules.map(\.rule)) }

    static func ruleFile(_ rules: [JSONValue]) -> JSONObject {
        ["version": 1, "rules": .array(rules)]
    }

    /// Adds the rules of a file to the working copy, all of them or none; a rule of the same name is replaced.
    ///
    /// - Parameters:
    ///   - data: The file, `{"version": 1, "rules": [...]}`.
    ///   - name: The name of the rule; of several, the name with `-2` and so on behind it.
    ///   - secrets: The keys that may be published although they look like secrets.
    /// - Returns: The names of the rules, and what the rules say that never has an effect.
    /// - Throws: ``PropertyError`` of the codes `rule`, `name` and `secret`.
    package mutating func addRules(
        json data: Data,
        named name: String,
        allowing secrets: Set<String> = []
    ) throws(PropertyError) -> (names: [String], remarks: [String]) {
        try PropertyName.check(name, of: "a rule")
        let (set, rules) = try Self.checkedRules(json: data)
        guard !rules.isEmpty else { throw PropertyError(.rule, "the file has no rule; write at least one") }
        var added: [String] = []
        var changed = self
        for (index, rule) in rules.enumerated() {
            try Secrets.check(rule, at: "rules[\(index)]", allowing: secrets)
            let own = index == 0 ? name : "\(name)-\(index + 1)"
            if let other = resources.first(where: { $0.name == own }), other.kind != .rule {
                throw PropertyError(.name, "\"\(own)\" is the name of an extension; use another name")
            }
            changed.put(.rule, own, rule)
            added.append(own)
        }
        self = changed
        return (added, set.findings.map(\.description))
    }

    /// Reads rules as a hub does, and refuses what it would refuse.
    private static func checkedRules(json data: Data) throws(PropertyError) -> (LaunchRuleSet, [JSONValue]) {
        do {
            let set = try LaunchRuleSet(json: data)
            if let refused = set.findings.first(where: \.isRefusal) {
                throw PropertyError(.rule, "a hub refuses a rule: \(refused.description)")
            }
            return (set, try JSONObject(jsonData: data)["rules"]?.arrayValue ?? [])
        } catch let error as PropertyError {
            throw error
        } catch {
            throw PropertyError(.rule, "\(error)")
        }
    }
}
