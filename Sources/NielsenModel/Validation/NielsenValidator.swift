// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A validator that checks input by the rules of ``Rule``, without an instance of the SDK.
///
/// Input is valid if no issue is an error. A validator is a stateless value for any thread, and checks each input
/// independently. ``NielsenStaticLimits`` counts what several pages have in common.
package struct NielsenValidator: Sendable, Hashable {
    /// A kind of input.
    package typealias Kind = NielsenInputKind

    /// What to do with values that are not strings, and with keys in wrong capitals: the strict mode refuses them, the
    /// lenient one reads them, with a warning.
    package var mode: NielsenInputMode
    /// Whether the input is meant for production: debugging must be off.
    package var isForProduction: Bool
    /// The collection facilities that are known; empty where every one is accepted.
    package var acceptedSfcodes = NielsenAppInfoRules.knownFacilities
    /// The limits of playheads and identifiers.
    package var thresholds = NielsenThresholds()

    /// Makes a validator of what the built-in configuration accepts.
    ///
    /// - Parameters:
    ///   - mode: What to do with values that are not strings.
    ///   - isForProduction: Whether debugging must be off.
    package init(mode: NielsenInputMode = .strict, isForProduction: Bool = false) {
        self.mode = mode
        self.isForProduction = isForProduction
    }

    /// Checks an input in the strict mode.
    ///
    /// - Parameters:
    ///   - kind: The kind of input.
    ///   - value: The input; an object may also be JSON text.
    /// - Returns: The issues, in the order of the keys; empty if there are none.
    package static func validate(_ kind: Kind, _ value: JSONValue) -> [NielsenValidationIssue] {
        NielsenValidator().validate(kind, value)
    }

    /// Checks an input.
    ///
    /// - Parameters:
    ///   - kind: The kind of input.
    ///   - value: The input; an object may also be JSON text.
    /// - Returns: The issues, in the order of the keys; empty if there are none.
    package func validate(_ kind: Kind, _ value: JSONValue) -> [NielsenValidationIssue] {
        switch kind {
        case .event: return validateEvent(value)
        case .id3: return validateID3(value)
        case .appinfo: return validateAppInfo(value)
        case .content, .ad, .static, .ott, .metadata, .play:
            let input = NielsenFlatObject(value, subject: Self.subject(of: kind), mode: mode)
            guard let values = input.values else { return input.findings }
            return input.findings + check(kind, values, reported: input.reported)
        }
    }

    /// Checks an input whose values are all strings.
    ///
    /// - Parameters:
    ///   - kind: Any kind but ``NielsenInputKind/event`` and ``NielsenInputKind/id3``, whose input has another form.
    ///   - values: The input.
    /// - Returns: The issues, in the order of the keys; empty if there are none.
    package func validate(_ kind: Kind, _ values: [String: String]) -> [NielsenValidationIssue] {
        switch kind {
        case .event, .id3: return validate(kind, .object(JSONObject(values.mapValues(JSONValue.string))))
        case .appinfo, .content, .ad, .static, .ott, .metadata, .play:
            let input = NielsenFlatObject(values, subject: Self.subject(of: kind), mode: mode)
            let taken = input.values ?? [:]
            return kind == .appinfo
                ? checkAppInfo(taken, input.findings) : input.findings + check(kind, taken, reported: [])
        }
    }

    /// Returns the values of an input as the SDK would read them.
    ///
    /// - Parameter value: An object, or JSON text of one.
    /// - Returns: The values by key, or nil if the input is not an object.
    package func strings(in value: JSONValue) -> [String: String]? {
        NielsenFlatObject(value, subject: "", mode: mode).values
    }

    package func check(_ kind: Kind, _ values: [String: String], reported: Set<String>) -> [NielsenValidationIssue] {
        switch kind {
        case .content: metadata(values, of: .content, reported)
        case .ad: metadata(values, of: .ad, reported)
        case .static: metadata(values, of: .static, reported)
        case .ott: checkOTT(values, reported)
        case .play: checkChannel(values, reported)
        case .metadata: metadata(values, of: nil, reported)
        case .appinfo, .event, .id3: []
        }
    }

    static func subject(of kind: Kind) -> String {
        switch kind {
        case .appinfo: NielsenAppInfoRules.subject
        case .content, .ad, .static: "\(kind.rawValue) metadata"
        case .event: "trackEvent"
        case .id3: "the ID3 payload"
        case .ott: "updateOTT"
        case .metadata: "metadata"
        case .play: "play"
        }
    }

    // MARK: - Metadata

    /// Checks metadata of a track, or of any.
    ///
    /// If its type is not one of those expected, it is checked as the type that it names.
    func metadata(
        _ values: [String: String],
        of lane: NielsenLane?,
        _ reported: Set<String>,
        impliesType: Bool = false
    ) -> [NielsenValidationIssue] {
        var issues: [NielsenValidationIssue] = []
        var values = values
        var reported = NielsenMetadataKeys(reported.compactMap { NielsenMetadataKey.named[$0] })
        let typeKey = NielsenMetadataKeys(.type)
        let types = NielsenAssetType.allCases.filter { $0.lane == lane }
        if let first = types.first, values["type"].map(NielsenText.isBlank) ?? true {
            let isStream = first == .content && NielsenMetadataRules.Form(.content, values) == .stream
            if !impliesType, !isStream, !reported.contains(typeKey) {
                let rule = values["type"] == nil ? Rule.missing : .empty
                issues.append(NielsenValidationIssue(rule, key: "type", subject: first.subject))
            }
            reported.insert(typeKey)
            values["type"] = (first == .preroll ? NielsenAssetType.ad : first).rawValue
        }
        let metadata = NielsenMetadata(values, readsFoldedKeys: mode == .lenient, reported: reported, issues: &issues)
        if let metadata, let lane, metadata.type.lane != lane {
            let subject = "those of \(lane.rawValue) metadata"
            let right = lane == .ad ? "preroll, midroll, postroll or ad" : lane.rawValue
            let text = values["type"] ?? ""
            issues.append(
                NielsenValidationIssue(.typeMismatch, key: "type", value: text, subject: subject, detail: right)
            )
        }
        return issues
    }

    private func checkChannel(_ values: [String: String], _ reported: Set<String>) -> [NielsenValidationIssue] {
        var issues = NielsenMetadataRules.check(values, .channel, subject: "play", readsFoldedKeys: mode == .lenient)
        if values["channelName"] == nil, values["channelname"] == nil, !reported.contains("channelName") {
            issues.insert(NielsenValidationIssue(.channelNameDefaulted, key: "channelName"), at: 0)
        }
        return issues
    }

    // MARK: - App information

    private func validateAppInfo(_ value: JSONValue) -> [NielsenValidationIssue] {
        let subject = NielsenAppInfoRules.subject
        let input = NielsenFlatObject(value, subject: subject, mode: mode, notAnObject: .appInfoNotAnObject)
        guard let values = input.values else { return input.findings }
        return checkAppInfo(values, input.findings)
    }

    private func checkAppInfo(_ values: [String: String], _ found: [NielsenValidationIssue]) -> [NielsenValidationIssue]
    {
        // Without an app id there is no instance, and nothing else matters.
        if values["appid"].map(NielsenText.isBlank) ?? !NielsenAppInfoRules.isDomless(values) {
            let ofKey = found.filter { $0.key == "appid" }
            let empty = NielsenValidationIssue(.appidEmpty, key: "appid", subject: NielsenAppInfoRules.subject)
            return (ofKey.isEmpty ? [empty] : ofKey) + NielsenAppInfoRules.misspelledAppid(values)
        }
        let limit = thresholds.hashedIdentifierLimit
        var issues = found + NielsenAppInfoRules.check(values, accepting: acceptedSfcodes, hashLimit: limit)
        if isForProduction, let level = values["nol_devDebug"], !level.isEmpty {
            issues.append(NielsenValidationIssue(.debugLeftOn, key: "nol_devDebug", value: level))
        }
        return issues
    }

    // MARK: - Payloads

    private func validateID3(_ value: JSONValue) -> [NielsenValidationIssue] {
        guard let payloads = value.arrayValue else { return validatePayload(value) }
        return payloads.enumerated().flatMap { place, payload in
            validatePayload(payload).map { $0.under("[\(place)]") }
        }
    }

    private func validatePayload(_ value: JSONValue) -> [NielsenValidationIssue] {
        if let payload = value.stringValue { return NielsenID3Tag.issues(in: payload) }
        return [NielsenValidationIssue(.notAString, subject: "the ID3 payload", detail: value.kindDescription)]
    }
}
