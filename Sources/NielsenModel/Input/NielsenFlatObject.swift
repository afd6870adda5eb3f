// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A flat object of strings, read out of whatever a caller hands over: a dictionary, JSON, or JSON text.
///
/// The SDK and the validator read all flat input with it, so that both find the same.
///
/// Source: "iOS SDK API Reference", "Handling JSON Metadata".
struct NielsenFlatObject {
    /// The values that are taken; nil where there is no object.
    private(set) var values: [String: String]?
    private(set) var findings: [NielsenValidationIssue] = []
    /// The keys that something was found about.
    private(set) var reported: Set<String> = []

    private let subject: String
    private let code: Int?
    private let takesScalars: Bool

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - untyped: What the caller handed over.
    ///   - subject: What it is called in messages.
    ///   - mode: What to do with values that are not strings.
    ///   - notAnObject: The rule that is broken where there is no object.
    ///   - code: The code of the errors; nil for that of each rule.
    ///   - takesScalars: True where values that are not strings are taken in both modes.
    init(
        _ untyped: Any?,
        subject: String,
        mode: NielsenInputMode,
        notAnObject: Rule = .notAnObject,
        code: LogCode? = nil,
        takesScalars: Bool = false
    ) {
        self.subject = subject
        self.code = code.map { Int($0.rawValue) }
        self.takesScalars = takesScalars || mode == .lenient
        switch NielsenInput.unwrapped(fast: untyped) {
        case nil: find(notAnObject, detail: untyped is JSONValue ? JSONValue.null.kindDescription : "nothing")
        case let strings as [String: String]: add(strings)
        case let text as String: read(text, notAnObject)
        case let object as JSONObject: read(object)
        case let members as [String: Any]:
            read(documented(of: members.count) { members[$0] } ?? members.map { ($0.key, $0.value) })
        case let members as [AnyHashable: Any]:
            let few = documented(of: members.count) { members[$0] }
            let named = members.compactMap { member in (member.key.base as? String).map { ($0, member.value) } }
            if few == nil, named.count < members.count {
                find(.keyNotString, detail: String(members.count - named.count))
            }
            read(few ?? named)
        case let other?: find(notAnObject, detail: NielsenInput.Scalar(other).kind)
        }
    }

    // MARK: - Forms

    private mutating func add(_ strings: [String: String]) {
        let few = documented(of: strings.count) { strings[$0] }
        values = few.map(Dictionary.init(uniqueKeysWithValues:)) ?? strings
    }

    private mutating func read(_ text: String, _ notAnObject: Rule) {
        if let refusal = NielsenInput.refusal(ofText: text, subject) { return findings.append(refusal) }
        let noObject = "text that is not a JSON object"
        guard text.utf8.contains(UInt8(ascii: "{")) else { return find(notAnObject, detail: noObject) }
        do {
            read(try JSONObject(jsonText: text))
        } catch {
            find(notAnObject, detail: "\(noObject) (\(error))")
        }
    }

    private mutating func read(_ object: JSONObject) {
        let few = documented(of: object.count) { object[$0] }
        read(few?.map { ($0.0, $0.1 as Any) } ?? object.map { ($0.key, $0.value as Any) })
    }

    private mutating func read(_ members: [(String, Any)]) {
        var strings: [String: String] = [:]
        strings.reserveCapacity(members.count)
        var others: [(String, Any)] = []
        for (key, value) in members {
            if let text = NielsenInput.text(value) { strings[key] = text } else { others.append((key, value)) }
        }
        // A dictionary has no order, a report should have one.
        for (place, (key, value)) in others.sorted(by: { $0.0 < $1.0 }).enumerated() {
            reported.insert(key)
            let scalar = NielsenInput.Scalar(value)
            let text = takesScalars ? scalar.text : nil
            if let text { strings[key] = text }
            guard place < NielsenMetadataRules.listed else { continue }
            let detail = text.map { "\(scalar.kind); \"\(NielsenText.shown($0))\" was used" } ?? scalar.kind
            find(.notAString, key, detail: detail, severity: text == nil ? .error : .warning)
        }
        if others.count > NielsenMetadataRules.listed {
            find(.tooManyFindings, detail: String(others.count - NielsenMetadataRules.listed))
        }
        values = strings
    }

    // MARK: - Findings

    /// Takes the documented members of an object with too many; nil where all are taken.
    private mutating func documented<Value>(of count: Int, _ member: (String) -> Value?) -> [(String, Value)]? {
        let few = NielsenInput.documented(of: count, member)
        if few != nil { find(.tooManyKeys, detail: String(count)) }
        return few
    }

    private mutating func find(_ rule: Rule, _ key: String? = nil, detail: String, severity: Rule.Severity? = nil) {
        let code = rule.code == nil ? nil : code
        findings.append(
            NielsenValidationIssue(rule, key: key, subject: subject, detail: detail, severity: severity, code: code)
        )
    }
}
