// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Validation of `trackEvent` dictionaries: the issues of the SDK's own reader, and those of the values that it read.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Handling JSON Metadata".
extension NielsenValidator {
    func validateEvent(_ value: JSONValue) -> [NielsenValidationIssue] {
        var refused: [NielsenValidationIssue] = []
        guard let object = Self.object(value, &refused) else { return refused }
        var reader = NielsenTrackEventReader(mode: mode, maximumPlayhead: thresholds.maximumPlayhead)
        _ = reader.read(NielsenTrackEvent.Source(object))
        let event = reader.draft
        var issues = reader.findings
        for kind in NielsenTrackEvent.Kind.allCases where reader.present.contains(kind) {
            let found = metadata(event.metadata[kind], of: kind, reader.reported[kind] ?? [], impliesType: true)
            issues += found.map { $0.under("metadata." + kind.rawValue) }
        }
        if let payload = event.id3 { issues += NielsenID3Tag.issues(in: payload).map { $0.under("id3Data") } }
        if let device = event.ott { issues += checkOTT(device, []).map { $0.under("ottData") } }
        return issues
    }

    private static func object(_ value: JSONValue, _ issues: inout [NielsenValidationIssue]) -> JSONObject? {
        if let object = value.objectValue { return object }
        if let text = value.stringValue, let refusal = NielsenInput.refusal(ofText: text, "trackEvent") {
            issues.append(refusal)
            return nil
        }
        if let text = value.stringValue, text.contains("{"), let object = try? JSONObject(jsonText: text) {
            return object
        }
        let detail = value.stringValue == nil ? value.kindDescription : "text that is not a JSON object"
        issues.append(NielsenValidationIssue(.notAnObject, subject: "trackEvent", detail: detail))
        return nil
    }
}
