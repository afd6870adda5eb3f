// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The dictionaries of `trackEvent`.
///
/// Source: S3, "Handling JSON Metadata".
extension NielsenValidator {
    func validateEvent(_ value: JSONValue) -> [NielsenValidationIssue] {
        var issues: [NielsenValidationIssue] = []
        guard let event = Self.object(value, &issues) else { return issues }
        checkName(event["event"], &issues)
        let kind = checkKind(event["type"], &issues)
        let metadata = Self.metadata(of: event, kind)
        let filled = checkMetadata(metadata, &issues)
        let isPlayhead = event["event"]?.stringValue == NielsenTrackEvent.Name.playhead.rawValue
        if isPlayhead, metadata?.isNull ?? true || !filled.contains(kind) {
            let keys = metadata?.objectValue?.keys ?? []
            // The three kinds of metadata are told apart by where they are, and not by their type.
            let isFlat = keys.contains { NielsenMetadataKey.named[$0] != nil }
            let detail = "hand it over with each playhead"
            issues.append(
                isFlat
                    ? NielsenTrackEvent.misplaced(kind)
                    : NielsenValidationIssue(
                        .metadataEmptyForType,
                        key: "metadata",
                        value: kind.rawValue,
                        detail: detail
                    )
            )
        }
        let hasPlayhead = checkPlayhead(event["playheadPosition"], &issues)
        let hasID3 = checkID3(event["id3Data"], &issues)
        if isPlayhead, kind != .static, !hasPlayhead, !hasID3 {
            issues.append(NielsenValidationIssue(.playheadMissing, key: "playheadPosition"))
        }
        checkDevice(event["ottData"], &issues)
        checkTruth(event["optout"], "optout", &issues)
        checkTruth(event["buffering"], "buffering", &issues)
        if let button = text(event["buttonEvent"], "buttonEvent", &issues), NielsenPlayerButton(rawValue: button) == nil
        {
            issues.append(NielsenValidationIssue(.buttonUnknown, key: "buttonEvent", value: button))
        }
        return issues + NielsenTrackEvent.undocumentedKeys.issues(in: event.keys, subject: "trackEvent")
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
        let detail = value.stringValue == nil ? value.kindDescription : "text that is no JSON object"
        issues.append(NielsenValidationIssue(.notAnObject, subject: "trackEvent", detail: detail))
        return nil
    }

    private func checkName(_ value: JSONValue?, _ issues: inout [NielsenValidationIssue]) {
        guard let value, !value.isNull else {
            return issues.append(NielsenValidationIssue(.missing, key: "event", subject: "trackEvent"))
        }
        guard let name = text(value, "event", &issues) else { return }
        if name.isEmpty {
            issues.append(NielsenValidationIssue(.empty, key: "event", subject: "trackEvent"))
        } else if NielsenTrackEvent.Name(rawValue: name) == nil {
            issues.append(NielsenValidationIssue(.undocumentedEvent, key: "event", value: name))
        }
    }

    private func checkKind(_ value: JSONValue?, _ issues: inout [NielsenValidationIssue]) -> NielsenTrackEvent.Kind {
        guard let text = text(value, "type", &issues), !text.isEmpty else { return .content }
        if let kind = NielsenTrackEvent.Kind(rawValue: text) { return kind }
        // Apps put the type of the ad itself here.
        if let type = NielsenAssetType(loosely: text), let kind = NielsenTrackEvent.Kind(rawValue: type.lane.rawValue) {
            issues.append(NielsenValidationIssue(.typeSpelling, key: "type", value: text, detail: kind.rawValue))
            return kind
        }
        let detail = "content, ad, static"
        issues.append(
            NielsenValidationIssue(.typeUnknown, key: "type", value: text, subject: "trackEvent", detail: detail)
        )
        return .content
    }

    // MARK: - Metadata

    /// The metadata with what the SDK takes into its content from beside it.
    private static func metadata(of event: JSONObject, _ kind: NielsenTrackEvent.Kind) -> JSONValue? {
        let told = NielsenTrackEvent.channelKeys.compactMap { key in event[key].map { (key, $0) } }.filter {
            !$0.1.isNull
        }
        let metadata = event["metadata"] ?? .null
        guard kind != .static, !told.isEmpty, metadata.isNull || metadata.objectValue != nil else {
            return event["metadata"]
        }
        var parts = metadata.objectValue ?? [:]
        var content: JSONObject = [:]
        if let part = parts["content"], !isNothing(part) {
            guard let object = part.objectValue else { return metadata }
            content = object
        }
        for (key, value) in told where content[key] == nil { content[key] = value }
        parts["content"] = .object(content)
        return .object(parts)
    }

    /// Checks the three objects; says which of them have something in them.
    private func checkMetadata(_ value: JSONValue?, _ issues: inout [NielsenValidationIssue]) -> Set<
        NielsenTrackEvent.Kind
    > {
        guard let value, !value.isNull else { return [] }
        guard let object = value.objectValue else {
            let detail = value.kindDescription
            issues.append(NielsenValidationIssue(.notAnObject, key: "metadata", subject: "metadata", detail: detail))
            return []
        }
        var filled: Set<NielsenTrackEvent.Kind> = []
        for kind in NielsenTrackEvent.Kind.allCases {
            guard let part = object[kind.rawValue], !Self.isNothing(part) else { continue }
            filled.insert(kind)
            issues += check(part, kind).map { $0.under("metadata." + kind.rawValue) }
        }
        issues += NielsenTrackEvent.undocumentedParts.issues(in: object.keys, subject: "metadata").map {
            $0.under("metadata")
        }
        return filled
    }

    /// The documents allow blank and null for an object that is not used.
    private static func isNothing(_ value: JSONValue) -> Bool {
        value.isNull || value.objectValue?.isEmpty == true || value.stringValue.map(NielsenText.isBlank) == true
    }

    private func check(_ value: JSONValue, _ kind: NielsenTrackEvent.Kind) -> [NielsenValidationIssue] {
        let metadataKind: Kind
        let types: [NielsenAssetType]
        let right: String
        switch kind {
        case .content: (metadataKind, types, right) = (.content, [.content, .radio], "content")
        case .ad:
            (metadataKind, types, right) = (
                .ad, [.preroll, .midroll, .postroll, .ad], "preroll, midroll, postroll or ad"
            )
        case .static: (metadataKind, types, right) = (.static, [.static, .text], "static")
        }
        let subject = Self.subject(of: metadataKind)
        let input = ValidationInput(value, mode: mode, subject: subject, notAnObject: .notAnObject)
        guard let values = input.values else { return input.issues }
        return input.issues + metadata(values, in: types, right, input.reported, impliesType: true)
    }

    // MARK: - The rest

    /// Text where there is some; what is no text is told of.
    private func text(_ value: JSONValue?, _ key: String, _ issues: inout [NielsenValidationIssue]) -> String? {
        guard let value, !value.isNull else { return nil }
        if let text = value.stringValue { return text }
        let detail = value.kindDescription
        issues.append(NielsenValidationIssue(.notAString, key: key, subject: "trackEvent", detail: detail))
        return nil
    }

    /// Checks the playhead; says whether there is one.
    private func checkPlayhead(_ value: JSONValue?, _ issues: inout [NielsenValidationIssue]) -> Bool {
        guard let value, !value.isNull else { return false }
        let key = "playheadPosition"
        var shown = value.stringValue ?? ""
        if value.stringValue == nil {
            // The SDK takes numbers, too; the documents have text.
            let number = NielsenInput.Scalar(value).text
            let isNumber = value.doubleValue != nil
            let detail = value.kindDescription
            issues.append(
                NielsenValidationIssue(
                    .notAString,
                    key: key,
                    subject: "trackEvent",
                    detail: detail,
                    severity: isNumber ? .warning : .error
                )
            )
            guard isNumber, let number else { return true }
            shown = number
        }
        if NielsenText.isBlank(shown) { return false }
        if let rule = NielsenRule.brokenByPlayhead(shown, limit: configuration.thresholds.maximumPlayhead) {
            issues.append(NielsenValidationIssue(rule, key: key, value: shown))
        }
        return true
    }

    /// Checks the payload; says whether there is one.
    private func checkID3(_ value: JSONValue?, _ issues: inout [NielsenValidationIssue]) -> Bool {
        guard let payload = text(value, "id3Data", &issues), !NielsenText.isBlank(payload) else { return false }
        issues += NielsenID3Tag.issues(in: payload).map { $0.under("id3Data") }
        return true
    }

    private func checkDevice(_ value: JSONValue?, _ issues: inout [NielsenValidationIssue]) {
        guard let value, !Self.isNothing(value) else { return }
        // The documented example of this object has values that are not strings, so they are taken.
        let input = ValidationInput(
            value,
            mode: mode,
            subject: "ottData",
            notAnObject: .notAnObject,
            isTakenAnyway: true
        )
        let found = input.issues + (input.values.map { checkOTT($0, input.reported) } ?? [])
        issues += found.map { $0.under("ottData") }
    }

    private func checkTruth(_ value: JSONValue?, _ key: String, _ issues: inout [NielsenValidationIssue]) {
        guard let value, !value.isNull else { return }
        let text = NielsenInput.Scalar(value).text
        if let text, text.isEmpty || NielsenAppInfo.truth(text) != nil || NielsenCore.choice(text) != nil { return }
        let rule = key == "optout" ? NielsenRule.optOutValue : .eventTruthValue
        issues.append(NielsenValidationIssue(rule, key: key, value: text ?? value.kindDescription))
    }
}

extension NielsenRule {
    /// The rule that a playhead breaks; nil for a right one.
    static func brokenByPlayhead(_ text: String, limit: Int64) -> NielsenRule? {
        if let position = Int64(text) {
            if position < 0 { return .playheadNegative }
            return position > limit ? .playheadMilliseconds : nil
        }
        let digits = text.drop { $0 == "-" || $0 == "+" }.utf8
        // Digits alone are a number that no integer holds.
        guard !digits.isEmpty, digits.allSatisfy(NielsenText.isDigit) else { return .playheadNotInteger }
        return text.hasPrefix("-") ? .playheadNegative : .playheadMilliseconds
    }
}
