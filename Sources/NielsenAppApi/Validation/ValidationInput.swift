// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A flat object, read out of JSON: the values that are strings, and what was found about the others.
struct ValidationInput {
    /// nil where there is no object.
    private(set) var values: [String: String]?
    private(set) var issues: [NielsenValidationIssue] = []
    /// The keys that something was found about.
    private(set) var reported: Set<String> = []

    init(
        _ value: JSONValue,
        mode: NielsenConfiguration.InputMode,
        subject: String,
        notAnObject: NielsenRule,
        isTakenAnyway: Bool = false
    ) {
        if let text = value.stringValue, let refusal = NielsenInput.refusal(ofText: text, subject) {
            issues.append(refusal)
            return
        }
        guard let object = Self.object(value) else {
            let detail = value.stringValue == nil ? value.kindDescription : "text that is no JSON object"
            issues.append(NielsenValidationIssue(notAnObject, subject: subject, detail: detail))
            return
        }
        issues += Self.issues(ofCount: object.count, subject)
        var strings: [String: String] = [:]
        strings.reserveCapacity(object.count)
        var count = 0
        for entry in object {
            if let text = entry.value.stringValue {
                strings[entry.key] = text
                continue
            }
            reported.insert(entry.key)
            let scalar = NielsenInput.Scalar(entry.value)
            let text = mode == .lenient || isTakenAnyway ? scalar.text : nil
            if let text { strings[entry.key] = text }
            count += 1
            guard count <= NielsenMetadataRules.listed else { continue }
            issues.append(
                NielsenValidationIssue(
                    .notAString,
                    key: entry.key,
                    subject: subject,
                    detail: scalar.kind,
                    severity: text == nil ? .error : .warning
                )
            )
        }
        if count > NielsenMetadataRules.listed {
            let detail = String(count - NielsenMetadataRules.listed)
            issues.append(NielsenValidationIssue(.tooManyFindings, subject: subject, detail: detail))
        }
        values = strings
    }

    /// What is wrong with the number of keys.
    static func issues(ofCount count: Int, _ subject: String) -> [NielsenValidationIssue] {
        guard count > NielsenInput.maximumKeys else { return [] }
        return [NielsenValidationIssue(.tooManyKeys, subject: subject, detail: String(count))]
    }

    private static func object(_ value: JSONValue) -> JSONObject? {
        if let object = value.objectValue { return object }
        guard let text = value.stringValue, text.contains("{") else { return nil }
        return try? JSONObject(jsonText: text)
    }
}
