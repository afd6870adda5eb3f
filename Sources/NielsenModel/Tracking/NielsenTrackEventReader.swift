// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Reads `trackEvent` objects and says what was wrong with them.
///
/// The SDK and the validator read with it, so that what one measures is what the other calls valid. What the values of
/// metadata, payloads and devices must be is not its business: that is checked where they are used.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Handling JSON Metadata".
package struct NielsenTrackEventReader {
    private let mode: NielsenInputMode
    private let maximumPlayhead: Int64

    /// What was wrong, with the path of each key.
    package private(set) var findings: [NielsenValidationIssue] = []
    /// What was read, also where the event's name is not valid and there is no event.
    private(set) var draft = NielsenTrackEvent(.playhead)
    /// The parts of the metadata that have something in them.
    private(set) var present = NielsenLaneSet()
    /// The keys of each part that something was found about.
    private(set) var reported: [NielsenTrackEvent.Kind: Set<String>] = [:]
    /// The parts of the metadata that are no objects.
    private var unreadable = NielsenLaneSet()
    private var isFlat = false
    private var hasPosition = false

    /// Makes a reader for one event.
    ///
    /// - Parameters:
    ///   - mode: What to do with values that are not strings.
    ///   - maximumPlayhead: The largest position, in seconds.
    package init(mode: NielsenInputMode, maximumPlayhead: Int64) {
        self.mode = mode
        self.maximumPlayhead = maximumPlayhead
    }

    /// Reads an object.
    ///
    /// Metadata travels with each playhead and seldom changes. Where it equals that of the event before, the very same
    /// dictionaries are used, so that everything after compares them by their address.
    ///
    /// - Parameters:
    ///   - source: What the caller handed over.
    ///   - last: The metadata of the event before.
    /// - Returns: nil where the event's name cannot be told.
    package mutating func read(
        _ source: NielsenTrackEvent.Source,
        last: NielsenTrackEvent.Metadata = NielsenTrackEvent.Metadata()
    ) -> NielsenTrackEvent? {
        // Whoever counts what was asked for need not look at every key to know that there is one more.
        var asked = 0
        func member(_ key: String) -> Any? {
            let value = source[key]
            if value != nil { asked += 1 }
            return NielsenInput.unwrapped(fast: value)
        }
        let name = name(member("event"))
        if let name { draft.name = name }
        draft.kind = kind(member("type"))
        readMetadata(member("metadata"), last: last)
        draft.playhead = playhead(member("playheadPosition"))
        if let value = member("id3Data") { draft.id3 = payload(value) }
        if let value = member("ottData") { draft.ott = device(value) }
        if let value = member("optout") { draft.optOut = truth(value, "optout", .optOutValue) }
        if let value = member("buffering") { draft.isBuffering = truth(value, "buffering", .eventTruthValue) ?? false }
        if let value = member("buttonEvent") { draft.button = button(value) }
        if asked < source.count { readOthers(source) }
        if name == .playhead { checkPlayhead() }
        return name == nil ? nil : draft
    }

    // MARK: - What the event is

    private mutating func name(_ value: Any?) -> NielsenTrackEvent.Name? {
        guard let value else {
            find(.missing, "event", detail: Self.names)
            return nil
        }
        guard let text = value as? String else {
            find(.notAString, "event", detail: NielsenInput.Scalar(value).kind + Self.names)
            return nil
        }
        guard let name = NielsenTrackEvent.Name(rawValue: text) else {
            find(text.isEmpty ? .empty : .undocumentedEvent, "event", value: text, detail: Self.names)
            return nil
        }
        return name
    }

    private static let names = "; use one of playhead, pause, complete, adStop"

    private mutating func kind(_ value: Any?) -> NielsenTrackEvent.Kind {
        guard let value else { return .content }
        guard let text = value as? String else {
            find(.notAString, "type", detail: NielsenInput.Scalar(value).kind)
            return .content
        }
        if let kind = NielsenTrackEvent.Kind(rawValue: text) { return kind }
        // Apps put the type of the ad itself here.
        if let kind = NielsenAssetType(loosely: text)?.lane {
            find(.typeSpelling, "type", value: text, detail: kind.rawValue)
            return kind
        }
        if !text.isEmpty {
            find(.typeUnknown, "type", value: text, detail: "is read as content; use content, ad or static")
        }
        return .content
    }

    // MARK: - Metadata

    private mutating func readMetadata(_ value: Any?, last: NielsenTrackEvent.Metadata) {
        guard let value else { return }
        let parts: NielsenTrackEvent.Source
        if let object = value as? JSONObject {
            parts = NielsenTrackEvent.Source(object)
        } else if type(of: value) != [AnyHashable: Any].self, let plain = value as? [String: Any] {
            parts = NielsenTrackEvent.Source(plain)
        } else if let bridged = value as? [AnyHashable: Any] {
            parts = NielsenTrackEvent.Source(bridged)
        } else {
            let detail = NielsenInput.Scalar(value).kind
            findings.append(NielsenValidationIssue(.notAnObject, key: "metadata", subject: "metadata", detail: detail))
            return
        }
        let (content, ad, page) = (parts["content"], parts["ad"], parts["static"])
        draft.metadata = NielsenTrackEvent.Metadata(
            content: part(content, .content, last: last.content),
            ad: part(ad, .ad, last: last.ad),
            page: part(page, .static, last: last.page)
        )
        let known = (content == nil ? 0 : 1) + (ad == nil ? 0 : 1) + (page == nil ? 0 : 1)
        guard known < parts.count else { return }
        let names = parts.names
        isFlat = parts[draft.kind.rawValue] == nil && names.contains { NielsenMetadataKey.named[$0] != nil }
        guard !isFlat else { return }
        let found = NielsenTrackEvent.undocumentedParts.issues(in: names, subject: "metadata")
        findings += found.map { $0.under("metadata") }
    }

    /// Reads one object of strings; the last one where nothing changed.
    ///
    /// Blank and null stand for an empty one.
    private mutating func part(
        _ value: Any?,
        _ kind: NielsenTrackEvent.Kind,
        last: [String: String]
    ) -> [String: String] {
        guard let value = NielsenInput.unwrapped(fast: value) else { return [:] }
        if let same = Self.unchanged(value, last) {
            if !same.isEmpty { present.insert(kind) }
            return same
        }
        if let text = value as? String, NielsenText.isBlank(text) { return [:] }
        let object = NielsenFlatObject(value, subject: "\(kind.rawValue) metadata", mode: mode)
        findings += object.findings.map { $0.under("metadata." + kind.rawValue) }
        if !object.reported.isEmpty { reported[kind] = object.reported }
        guard let values = object.values else {
            unreadable.insert(kind)
            return [:]
        }
        if !values.isEmpty || !object.reported.isEmpty { present.insert(kind) }
        return values
    }

    /// The last object where a value equals it, at the cost of comparing; nil where it does not.
    private static func unchanged(_ value: Any, _ last: [String: String]) -> [String: String]? {
        // Types are compared first: a cast to another type of dictionary converts it, member by member.
        let type = type(of: value)
        if type == [String: String].self, let strings = value as? [String: String] {
            if strings == last { return last }
            return strings.count <= NielsenInput.maximumKeys ? strings : nil
        }
        if type == JSONObject.self, let object = value as? JSONObject {
            guard object.count == last.count else { return nil }
            let isSame = object.allSatisfy { member in
                guard case .string(let text) = member.value else { return false }
                return last[member.key] == text
            }
            return isSame ? last : nil
        }
        if type == [AnyHashable: Any].self, let bridged = value as? [AnyHashable: Any] {
            guard bridged.count == last.count else { return nil }
            for (key, value) in bridged {
                guard let name = key.base as? String, let text = value as? String, last[name] == text else {
                    return nil
                }
            }
            return last
        }
        guard let plain = value as? [String: Any], plain.count == last.count else { return nil }
        // Asked for by what is known: a loop over a dictionary of anything copies each value once more.
        for (key, text) in last {
            guard let value = plain[key] as? String, value == text else { return nil }
        }
        return last
    }

    // MARK: - Positions and payloads

    private mutating func playhead(_ value: Any?) -> Int64? {
        guard let value else { return nil }
        guard let text = value as? String else { return playhead(of: NielsenInput.Scalar(value)) }
        guard !NielsenText.isBlank(text) else { return nil }
        return playhead(text)
    }

    /// The SDK takes numbers too; the documents have text.
    private mutating func playhead(of scalar: NielsenInput.Scalar) -> Int64? {
        hasPosition = true
        find(
            .notAString,
            "playheadPosition",
            detail: scalar.kind,
            severity: scalar.isNumber ? .warning : .error,
            code: .invalidPlayheadPosition
        )
        return scalar.isNumber ? scalar.text.flatMap { playhead($0) } : nil
    }

    private mutating func playhead(_ text: String) -> Int64? {
        hasPosition = true
        let whole = Int64(text)
        let rounded = whole == nil ? Self.wholeSeconds(of: text) : nil
        let position = whole ?? rounded?.seconds
        if rounded?.hasFraction != true, let position, position >= 0, position <= maximumPlayhead { return position }
        let seconds = position.flatMap { position in
            position >= 0 && position <= maximumPlayhead ? position : Self.seconds(ofMilliseconds: position)
        }.flatMap { $0 <= maximumPlayhead ? $0 : nil }
        let rule = Rule.brokenByPlayhead(text, limit: maximumPlayhead) ?? .playheadNotInteger
        find(
            rule,
            "playheadPosition",
            value: text,
            detail: seconds.map { " and was read as \($0) s" } ?? "",
            severity: seconds == nil ? .error : .warning
        )
        return seconds
    }

    /// The whole seconds of a number with a fraction, as players and pages give it, rounded down; nil for any other text.
    private static func wholeSeconds(of text: String) -> (seconds: Int64, hasFraction: Bool)? {
        // Swift also reads hexadecimal numbers, which no player sends.
        guard text.utf8.allSatisfy({ NielsenText.isDigit($0) || ".-+eE".utf8.contains($0) }), let number = Double(text),
            let seconds = Int64(exactly: number.rounded(.down))
        else { return nil }
        return (seconds, number != number.rounded())
    }

    /// The seconds of a Unix time in milliseconds, which has thirteen digits until the year 2286.
    ///
    /// "DCR & DTVR iOS Adobe Launch Extension" prints such a value in its own example.
    package static func seconds(ofMilliseconds position: Int64) -> Int64? {
        (1_000_000_000_000...9_999_999_999_999).contains(position) ? position / 1000 : nil
    }

    private mutating func payload(_ value: Any) -> String? {
        guard let text = text(value, "id3Data", code: .failedProcessID3) else { return nil }
        // Payloads in documents and files are wrapped; most have no white space and are used as they are.
        guard text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x80 }) else { return text }
        let compact = text.filter { !$0.isWhitespace }
        if compact.utf8.count != text.utf8.count { find(.id3Whitespace, "id3Data") }
        return compact
    }

    private mutating func device(_ value: Any) -> [String: String]? {
        if let text = value as? String, NielsenText.isBlank(text) { return nil }
        // The documented example of this object has values that are not strings, so they are always taken.
        let object = NielsenFlatObject(value, subject: "ottData", mode: mode, takesScalars: true)
        findings += object.findings.map { $0.under("ottData") }
        return object.values?.isEmpty == true ? nil : object.values
    }

    // MARK: - Single values

    private mutating func button(_ value: Any) -> String? {
        guard let text = text(value, "buttonEvent") else { return nil }
        guard NielsenPlayerButton(rawValue: text) == nil else { return text }
        find(.buttonUnknown, "buttonEvent", value: text)
        return nil
    }

    private mutating func text(_ value: Any, _ key: String, code: LogCode? = nil) -> String? {
        guard let text = value as? String else {
            find(.notAString, key, detail: NielsenInput.Scalar(value).kind, code: code)
            return nil
        }
        return NielsenText.isBlank(text) ? nil : text
    }

    private mutating func truth(_ value: Any, _ key: String, _ rule: Rule) -> Bool? {
        let scalar = (value as? String).map { NielsenInput.Scalar(.string($0)) } ?? NielsenInput.Scalar(value)
        if let text = scalar.text {
            if text.isEmpty { return nil }
            if let truth = NielsenText.truth(text) ?? NielsenPrivacy.choice(of: text) { return truth }
        }
        find(rule, key, value: scalar.text ?? scalar.kind, code: .failedParseMetadata)
        return nil
    }

    // MARK: - The whole

    /// Takes what stands beside the documented members, and tells of what is not read.
    private mutating func readOthers(_ source: NielsenTrackEvent.Source) {
        readChannel(source)
        findings += NielsenTrackEvent.undocumentedKeys.issues(in: source.names, subject: "trackEvent")
    }

    /// Takes what the tables of watermarked streams have beside `event` into the content, where it does not say it itself.
    private mutating func readChannel(_ source: NielsenTrackEvent.Source) {
        guard draft.kind != .static else { return }
        var told: [String: Any] = [:]
        for key in NielsenTrackEvent.channelKeys { told[key] = NielsenInput.unwrapped(fast: source[key]) }
        guard !told.isEmpty else { return }
        let object = NielsenFlatObject(told, subject: "trackEvent", mode: mode)
        findings += object.findings
        draft.metadata.content.merge(object.values ?? [:]) { own, _ in own }
        if !draft.metadata.content.isEmpty { present.insert(.content) }
    }

    /// Says what a playhead event has to have and does not.
    private mutating func checkPlayhead() {
        let kind = draft.kind
        if !present.contains(kind), !unreadable.contains(kind) {
            let detail =
                isFlat
                ? "what stands in metadata itself belongs into metadata.\(kind.rawValue)"
                : "hand it over with each playhead"
            find(.metadataEmptyForType, "metadata", value: kind.rawValue, detail: detail)
        }
        if kind != .static, !hasPosition, draft.id3 == nil { find(.playheadMissing, "playheadPosition") }
    }

    private mutating func find(
        _ rule: Rule,
        _ key: String,
        value: String = "",
        detail: String = "",
        severity: Rule.Severity? = nil,
        code: LogCode? = nil
    ) {
        findings.append(
            NielsenValidationIssue(
                rule,
                key: key,
                value: value,
                subject: "trackEvent",
                detail: detail,
                severity: severity,
                code: code.map { Int($0.rawValue) }
            )
        )
    }
}

extension NielsenTrackEvent {
    /// Reads an object, or is nil if the event's name cannot be determined.
    ///
    /// - Parameters:
    ///   - source: The argument that the caller passed.
    ///   - last: The metadata of the event before.
    ///   - mode: How values that are not strings are treated.
    ///   - maximumPlayhead: The largest position, in seconds.
    ///   - issues: Receives what was wrong.
    package init?(
        _ source: Source,
        last: Metadata,
        mode: NielsenInputMode,
        maximumPlayhead: Int64 = NielsenThresholds().maximumPlayhead,
        issues: inout [NielsenIssue]
    ) {
        var reader = NielsenTrackEventReader(mode: mode, maximumPlayhead: maximumPlayhead)
        let event = reader.read(source, last: last)
        if !reader.findings.isEmpty { issues += reader.findings.map(NielsenIssue.init) }
        guard let event else { return nil }
        self = event
    }
}

extension Rule {
    /// The rule that a playhead breaks; nil for a right one.
    package static func brokenByPlayhead(_ text: String, limit: Int64) -> Rule? {
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

/// The keys of an event and of its `metadata`.
extension NielsenTrackEvent {
    /// The keys that the tables of watermarked streams have beside `event`, and the sample has in `metadata.content`.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "DTVR".
    static let channelKeys = ["adModel", "channelName"]
    static let undocumentedKeys = UndocumentedKeys(
        documented: [
            "event", "type", "metadata", "playheadPosition", "id3Data", "ottData", "optout", "buffering", "buttonEvent",
        ] + channelKeys,
        passesOthersOn: false
    )
    static let undocumentedParts = UndocumentedKeys(documented: Kind.allCases.map(\.rawValue), passesOthersOn: false)
}
