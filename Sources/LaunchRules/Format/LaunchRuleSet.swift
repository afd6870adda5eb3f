// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Data
public import HubServices

/// The rules of one file, read and checked.
///
/// ```swift
/// let rules = try LaunchRuleSet(json: data)
/// for finding in rules.findings { print(finding) }
/// hub.rules.replace(with: rules)
/// ```
///
/// A rule that is not wholly understood is refused alone, and ``findings`` say why; the others stay.
public struct LaunchRuleSet: Sendable {
    /// The largest file, in bytes.
    public static let sizeLimit = 16 << 20
    /// The most rules in one file.
    public static let ruleLimit = 10_000
    /// Groups of conditions are three levels each, and a detail is nested as deep as the data of an event.
    static let depthLimit = 3 * RuleReader.groupLimit + JSONValue.maximumDepth + 16

    /// The rules in their order, each with its position in the file.
    let rules: [(place: Int, rule: Rule)]
    /// The rules that were refused, and the parts that never have an effect, in the order of the file.
    public let findings: [LaunchRuleFinding]
    /// The name under which the set was added; empty for the rules of the property.
    private(set) var name = ""

    /// The number of rules that were understood.
    public var count: Int { rules.count }

    /// The number of rules that were refused.
    public var refusedCount: Int { findings.count { $0.effect == .refused } }

    /// Makes an empty set.
    public init() {
        rules = []
        findings = []
    }

    /// Returns the same rules under a name.
    func named(_ name: String) -> LaunchRuleSet {
        var set = self
        set.name = name
        return set
    }

    /// Reads a file of rules.
    ///
    /// - Parameter data: JSON text in UTF-8: `{"version": 1, "rules": [...]}`, at most ``sizeLimit`` bytes.
    /// - Throws: ``LaunchRuleError`` if the text is not JSON, is too large, or has no list of rules.
    public init(json data: Data) throws(LaunchRuleError) {
        guard data.count <= Self.sizeLimit else {
            throw LaunchRuleError(.tooLarge, "the file has \(data.count) bytes; at most \(Self.sizeLimit) are read")
        }
        let text: JSONSourceText
        do throws(JSONFault) {
            text = try JSONSourceText([UInt8](data), maximumDepth: Self.depthLimit)
        } catch {
            throw LaunchRuleError(.notJSON, "the rules are not JSON that can be read: \(error)")
        }
        try self.init(text.value, text)
    }

    /// Reads rules that are a part of another document.
    ///
    /// - Parameter object: `{"version": 1, "rules": [...]}`.
    /// - Throws: ``LaunchRuleError`` if there is no list of rules.
    public init(_ object: JSONObject) throws(LaunchRuleError) {
        try self.init(.object(object), nil)
    }

    private init(_ value: JSONValue, _ text: JSONSourceText?) throws(LaunchRuleError) {
        guard case .object(let file) = value else {
            throw LaunchRuleError(
                .noRules,
                "the rules are \(value.kindDescription); an object with a list \"rules\" is needed"
            )
        }
        guard case .array(let values)? = file["rules"] else {
            throw LaunchRuleError(.noRules, "there is no list of rules; write {\"version\": 1, \"rules\": [...]}")
        }
        guard values.count <= Self.ruleLimit else {
            throw LaunchRuleError(.tooLarge, "there are \(values.count) rules; at most \(Self.ruleLimit) are read")
        }
        var found: [(effect: LaunchRuleFinding.Effect, rule: Int?, fault: RuleFault)] = []
        if let version = file["version"]?.intValue, version > 1 {
            let reason = "version \(version) is newer than 1, the one that is known"
            found.append((.warning, nil, RuleFault(reason, at: [.member("version")])))
        }
        var rules: [(place: Int, rule: Rule)] = []
        rules.reserveCapacity(values.count)
        var reader = RuleReader()
        for (place, value) in values.enumerated() {
            let steps = [JSONSourceText.Step.member("rules"), .element(place)]
            do throws(RuleFault) {
                rules.append((place, try reader.rule(value)))
                found += reader.warnings.map { (.warning, place, $0.below(steps)) }
            } catch {
                found.append((.refused, place, error.below(steps + reader.place)))
            }
        }
        self.rules = rules
        findings = Self.placed(found, in: text)
    }

    /// Finds the places of what was found.
    private static func placed(
        _ found: [(effect: LaunchRuleFinding.Effect, rule: Int?, fault: RuleFault)],
        in text: JSONSourceText?
    ) -> [LaunchRuleFinding] {
        // To find a place, the text is read again.
        guard !found.isEmpty else { return [] }
        let places = text?.places(of: found.map(\.fault.path))
        return found.enumerated().map { index, item in
            LaunchRuleFinding(
                effect: item.effect,
                rule: item.rule,
                path: Self.text(of: item.fault.path),
                line: places?[index].line,
                column: places?[index].column,
                reason: item.fault.reason
            )
        }
    }

    private static func text(of path: [JSONSourceText.Step]) -> String {
        path.reduce(into: "") { text, step in
            switch step {
            case .member(let name):
                text += (text.isEmpty ? "" : ".") + String(RuleFault.quoted(name).dropFirst().dropLast())
            case .element(let index): text += "[\(index)]"
            }
        }
    }
}
