// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenAppApi

/// Checks the events of a stream one after the other: what the destination needs, and what it would read wrongly.
///
/// It keeps a few values between events, however many there are.
package struct SegmentEventCheck: Sendable {
    private var settings = NielsenDCRSettings()
    private var mapping: SegmentMetadata
    private var hasContent = false
    private var hasAd = false
    private var isLive = false
    private var length: Int64?
    /// What was found in the event.
    private var findings: [Finding] = []
    /// The metadata that was loaded last, by its kind: the SDK reports what is wrong with it once.
    private var loaded: [String: [String: String]] = [:]

    /// Makes a check at the beginning of a stream.
    ///
    /// - Parameter settings: The settings of the destination, which name properties.
    package init(_ settings: NielsenDCRSettings) {
        self.settings = settings
        mapping = SegmentMetadata(settings)
    }

    /// Changes the settings from the next event on.
    package mutating func change(_ settings: NielsenDCRSettings) {
        self.settings = settings
        mapping = SegmentMetadata(settings)
    }

    /// Forgets the stream.
    package mutating func reset() {
        hasContent = false
        hasAd = false
        isLive = false
        length = nil
        loaded = [:]
    }

    // MARK: - Events

    /// Checks an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: What was found, in the order of reading; empty for events that are not for this destination.
    package mutating func check(_ event: SegmentTrackEvent) -> [Finding] {
        guard SegmentOptions(event.integrations) != nil else { return [] }
        guard let name = VideoEvent(named: event.event) else {
            guard let meant = VideoSpecNames.meant(by: event.event) else { return [] }
            let names = meant.map { "\"\($0)\"" }.joined(separator: ", ")
            let shown = VisibleText.line(String(event.event.prefix(64)))
            let what = "\"\(shown)\" is not an event of the Video Spec and has no effect. Did you mean \(names)?"
            return [Finding(.eventUnknown, key: "event", what)]
        }
        let properties = SegmentReader(event.properties)
        findings = []
        switch name {
        case .contentStarted:
            hasContent = true
            checkContent(event.properties, in: "")
        case .playbackStarted:
            checkPlayback(event.properties)
        case .adStarted:
            hasAd = true
            checkAd(event.properties)
        case .contentPlaying, .contentCompleted:
            if !hasContent {
                hasContent = true
                let what = "\(name.rawValue) without a Video Content Started before it; no metadata of it is loaded"
                find(.contentNotStarted, key: "event", what)
            }
        case .adPlaying, .adCompleted:
            if !hasAd {
                let what = "\(name.rawValue) without a Video Ad Started before it; no metadata of the ad is loaded"
                find(.adNotStarted, key: "event", what)
            }
            hasAd = name == .adPlaying
        case .playbackPaused, .playbackInterrupted, .playbackBufferStarted, .playbackBufferCompleted,
            .playbackSeekStarted, .playbackSeekCompleted, .playbackResumed, .playbackExited, .playbackCompleted:
            break
        }
        checkFlags(properties)
        checkPosition(properties, name)
        if name == .playbackCompleted { loaded = [:] }
        return findings
    }

    /// Checks a call of `loadMetadata` for what the SDK reports as errors.
    ///
    /// What is missing was found in the event, under the name of its property.
    package mutating func check(loading metadata: [String: String]) -> [Finding] {
        let kind = metadata["type"] ?? ""
        guard loaded[kind] != metadata else { return [] }
        loaded[kind] = metadata
        let issues = NielsenValidator(mode: .strict).validate(.metadata, metadata)
        return issues.compactMap { issue in
            let isMissing = issue.rule.hasPrefix("META_MISSING_") || issue.rule.hasPrefix("META_EMPTY_")
            guard issue.severity == .error, !isMissing else { return nil }
            return Finding(rule: issue.rule, severity: .error, key: issue.key, message: issue.message)
        }
    }

    private mutating func find(_ rule: Rule, severity: Rule.Severity? = nil, key: String, _ what: String) {
        findings.append(Finding(rule, severity: severity, key: key, what))
    }

    // MARK: - Metadata

    private mutating func checkContent(_ properties: JSONObject, in parent: String) {
        let reader = SegmentReader(properties)
        isLive = reader.truth(.livestream)
        let metadata = mapping.content(reader, .none)
        length = metadata["length"].flatMap { SegmentCoercion.integer(.string($0)) }.flatMap { $0 > 0 ? $0 : nil }
        let needed: [(key: String, property: String)] = [
            ("assetid", settings.contentProperty), ("program", "program"), ("title", "title"),
            ("length", settings.contentLengthPropertyName ?? "total_length"), ("airdate", "airdate"),
        ]
        for (key, property) in needed where Self.isBlank(metadata[key]) {
            miss(property, key, "content", in: parent, properties)
        }
    }

    /// Playback events name the content; its title and length come with Video Content Started.
    private mutating func checkPlayback(_ properties: JSONObject) {
        let reader = SegmentReader(properties)
        hasAd = false
        isLive = reader.truth(.livestream)
        length = nil
        let metadata = mapping.content(reader, .none, isPlayback: true)
        hasContent = ["assetid", "program", "title", "length", "airdate"].allSatisfy { !Self.isBlank(metadata[$0]) }
        let isOfAd = reader.identifier(.adAssetId) != nil
        if Self.isBlank(metadata["assetid"]), !isOfAd {
            let property = settings.contentAssetIdPropertyName ?? "content_asset_id"
            miss(property, "assetid", "content", properties)
        }
    }

    private mutating func checkAd(_ properties: JSONObject) {
        let reader = SegmentReader(properties)
        if Self.isBlank(mapping.ad(reader)["assetid"]) {
            let property = settings.adAssetIdPropertyName ?? "asset_id"
            miss(property, "assetid", "ad", properties)
        }
        if Self.isBlank(reader.text(.type)) { miss("type", "type", "ad", properties) }
        guard mapping.isPreroll(reader), let content = reader.object(.content) else { return }
        checkContent(content, in: "content.")
    }

    /// Reports a property without which metadata lacks a key.
    private mutating func miss(
        _ property: String,
        _ key: String,
        _ kind: String,
        in parent: String = "",
        _ properties: JSONObject
    ) {
        let spare = properties.keys.prefix(100).filter { name in
            !SegmentKey.videoProperties.contains(SegmentKey.folded(String(name.prefix(64))))
        }
        let near = Suggestion.nearest(property, among: spare)
        let hint = near.map { "; is \"\(VisibleText.line(String($0.prefix(64))))\" meant to be it?" } ?? ""
        let what =
            key == property
            ? "\(kind) metadata needs \"\(property)\", and the event has no value for it"
            : "\(kind) metadata needs \(key), and the event has no \"\(property)\""
        find(.propertyMissing, key: parent + property, what + hint)
    }

    private static func isBlank(_ text: String?) -> Bool { text?.allSatisfy(\.isWhitespace) ?? true }

    // MARK: - Values

    private mutating func checkFlags(_ properties: SegmentReader) {
        for key in [SegmentKey.fullEpisode, .livestream] {
            guard let value = properties.value(key), !SegmentCoercion.isTruthValue(value) else { continue }
            let what = "\(key.name) is \(Self.shown(value)), which counts as false; use true or false"
            find(.propertyValue, key: key.name, what)
        }
    }

    private mutating func checkPosition(_ properties: SegmentReader, _ name: VideoEvent) {
        let isOfAd = [.adStarted, .adPlaying, .adCompleted].contains(name)
        if !isOfAd, let live = properties.value(.livestream) { isLive = SegmentCoercion.truth(live) }
        guard let value = properties.value(.position) else { return }
        guard let position = SegmentCoercion.integer(value) else {
            let what = "position is \(Self.shown(value)), which is not a number of seconds; use one such as 30"
            find(.positionNotNumber, key: "position", what)
            return
        }
        if isOfAd ? properties.truth(.livestream) : isLive {
            guard position > 0 else { return }
            let what = "position is \(position), and a live stream's is an offset from now that is not positive"
            find(.positionRange, severity: .warning, key: "position", what)
        } else if !(0...Self.largest).contains(position) {
            let what = "position is \(position) and must be from 0 to \(Self.largest)"
            find(.positionRange, key: "position", what)
        } else if !isOfAd, !hasAd {
            checkAgainstLength(position, properties)
        }
    }

    /// A second or two beyond the length is a matter of rounding.
    private mutating func checkAgainstLength(_ position: Int64, _ properties: SegmentReader) {
        let own = properties.integer(.totalLength) ?? properties.integer(.contentLength)
        guard let length = own.flatMap({ $0 > 0 ? $0 : nil }) ?? length, position - 5 > length else { return }
        let isThousandfold = position / 1_000 <= length && position >= 1_000
        let reason = isThousandfold ? "; both are in seconds, and this looks like milliseconds" : ""
        let what = "position is \(position) and the content has a length of \(length) seconds\(reason)"
        let severity: Rule.Severity = isThousandfold && position / 10 > length ? .error : .warning
        find(.positionBeyondLength, severity: severity, key: "position", what)
    }

    private static let largest: Int64 = 100_000_000_000

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .array, .object: value.kindDescription
        case .null, .bool, .int, .double, .string: VisibleText.line(String(value.jsonText.prefix(64)))
        }
    }
}

extension SegmentOptions {
    /// The options of an event that has none.
    fileprivate static let none = SegmentOptions()
}

extension SegmentCoercion {
    /// Returns whether a value is read as true or false by what it says, and not for want of a better.
    fileprivate static func isTruthValue(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool: true
        case .int(let number): number == 0 || number == 1
        case .double(let number): number == 0 || number == 1
        case .string(let text):
            ["true", "false", "1", "0", "yes", "no", "y", "n", ""].contains(text.prefix(8).lowercased())
        case .array, .object: false
        }
    }
}

extension SegmentKey {
    /// The folded names of the properties of the Video Spec that are not probably meant to be others.
    fileprivate static let videoProperties = Set(
        [
            "session_id", "asset_id", "ad_asset_id", "content_asset_id", "content_asset_ids", "pod_id", "title",
            "program", "airdate", "total_length", "content_length", "full_episode", "livestream", "position", "type",
            "description", "season", "episode", "genre", "publisher", "channel", "load_type", "content", "quality",
            "video_player", "sound", "full_screen", "ad_enabled", "bitrate", "framerate", "keywords", "pod_position",
            "pod_length", "ad_type", "ad_pod_id", "content_pod_id", "content_pod_ids", "method",
        ].map(folded)
    )
}

extension NielsenDCRSettings {
    /// The property that is expected to have the content's id.
    fileprivate var contentProperty: String {
        contentAssetIdPropertyName ?? assetIdPropertyName ?? "asset_id"
    }
}
