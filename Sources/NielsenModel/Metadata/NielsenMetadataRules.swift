// SPDX-License-Identifier: Apache-2.0

/// The rules for metadata.
///
/// A violated rule is reported, and what can be measured is measured.
///
/// Source: "iOS Configure Metadata"; "DCR Video iOS SDK guide", "Create Content Metadata".
package struct NielsenMetadataRules {
    /// The form of metadata, which determines its required keys.
    package enum Form: Sendable, Hashable {
        /// A programme, identified by its keys.
        case content
        /// A watermarked stream, identified by its watermarks.
        case stream
        /// The legacy form for radio.
        case radio
        case page
        case ad
        /// An ad, identified by the tag of an ad server.
        case taggedAd
        /// The channel information of `play`.
        case channel

        var required: NielsenMetadataKeys {
            switch self {
            case .content: Self.contentKeys
            case .page: Self.pageKeys
            case .ad: Self.adKeys
            case .taggedAd: Self.tagKeys
            case .stream, .radio, .channel: []
            }
        }

        private static let contentKeys = NielsenMetadataKeys([
            .assetid, .program, .title, .length, .airdate, .isfullepisode, .adloadtype,
        ])
        private static let pageKeys = NielsenMetadataKeys([.section])
        private static let adKeys = NielsenMetadataKeys([.assetid])
        private static let tagKeys = NielsenMetadataKeys([.ocrtag])

        /// Finds the form of metadata of a type.
        init(_ type: NielsenAssetType, _ values: [String: String]) {
            switch type {
            case .content:
                // Only metadata of watermarked streams has these keys; with an asset of its own it is a programme, too.
                let isStream = values["adModel"] != nil || values["channelName"] != nil || values["channelname"] != nil
                self = isStream && values["assetid"] == nil && values["assetId"] == nil ? .stream : .content
            case .radio: self = .radio
            case .static, .text: self = .page
            case .preroll, .midroll, .postroll, .ad: self = values["ocrtag"] == nil ? .ad : .taggedAd
            }
        }
    }

    let form: Form
    let subject: String
    private var found: [(order: Int, issue: NielsenValidationIssue)] = []
    private var seen: NielsenMetadataKeys
    private var unknown = FirstNames()
    private var passedThrough = FirstNames()

    /// The largest number of issues of one kind that are reported individually.
    static let listed = 20

    private init(_ form: Form, _ subject: String, _ reported: NielsenMetadataKeys) {
        self.form = form
        self.subject = subject
        seen = reported
    }

    /// Checks metadata.
    ///
    /// - Parameters:
    ///   - values: The metadata.
    ///   - form: The form of the metadata.
    ///   - subject: The name of the metadata in messages.
    ///   - reported: Keys for which an issue has already been reported.
    ///   - readsFoldedKeys: Whether keys in the wrong case are read as well.
    /// - Returns: The issues, in the order of the keys.
    package static func check(
        _ values: [String: String],
        _ form: Form,
        subject: String,
        reported: NielsenMetadataKeys = [],
        readsFoldedKeys: Bool = false
    ) -> [NielsenValidationIssue] {
        var rules = NielsenMetadataRules(form, subject, reported)
        for (name, value) in values {
            if let key = NielsenMetadataKey.named[name] {
                rules.readKey(key, value, values)
            } else {
                rules.checkUndocumented(name, value, values, readsFoldedKeys: readsFoldedKeys)
            }
        }
        return rules.finish()
    }

    private mutating func report(_ key: NielsenMetadataKey?, _ issue: NielsenValidationIssue) {
        found.append((key.map { Int($0.rawValue) } ?? .max, issue))
    }

    private mutating func report(_ rule: Rule, _ key: NielsenMetadataKey, _ value: String = "", detail: String = "") {
        report(key, NielsenValidationIssue(rule, key: key.name, value: value, subject: subject, detail: detail))
    }

    private mutating func readKey(_ key: NielsenMetadataKey, _ value: String, _ values: [String: String]) {
        seen.insert(NielsenMetadataKeys(key))
        if key == .vcid { report(.legacyVcid, key) }
        guard !NielsenText.isBlank(value) else { return checkBlank(key, value) }
        check(key, value, values)
    }

    private mutating func checkBlank(_ key: NielsenMetadataKey, _ value: String) {
        if form.required.contains(NielsenMetadataKeys(key)) { return report(.empty, key) }
        switch key {
        // A URL may be empty, and the type has been read before.
        case .mediaURL, .type: break
        case .clientid, .subbrand, .vcid: report(.overrideEmpty, key)
        case .channelName: report(.channelNameDefaulted, key)
        case .adModel: report(.adModelDefaulted, key, value)
        default: report(.optionalEmpty, key)
        }
    }

    private mutating func checkUndocumented(
        _ name: String,
        _ value: String,
        _ values: [String: String],
        readsFoldedKeys: Bool
    ) {
        if name.hasPrefix("nol_") { return passedThrough.insert(name) }
        guard let key = NielsenMetadataKey.folding(name) else { return unknown.insert(name) }
        let isRead = (readsFoldedKeys || NielsenMetadata.alternatives[name] == key) && values[key.name] == nil
        let detail = isRead ? "read as \"\(key.name)\"; write it so" : "ignored; did you mean \"\(key.name)\"?"
        report(key, NielsenValidationIssue(.keyCase, key: name, subject: subject, detail: detail))
        if isRead { readKey(key, value, values) }
    }

    private mutating func finish() -> [NielsenValidationIssue] {
        let missing = form.required.subtracting(seen)
        if !missing.isEmpty {
            for key in missing.keys { report(.missing, key) }
        }
        reportUndocumented(unknown, .keyUnknown)
        reportUndocumented(passedThrough, .passedThrough)
        guard found.count > 1 else { return found.map(\.issue) }
        // Keys are sorted, because a dictionary has no order and a report should have one.
        found.sort { left, right in
            left.order == right.order
                ? (left.issue.key ?? "~", left.issue.rule) < (right.issue.key ?? "~", right.issue.rule)
                : left.order < right.order
        }
        return found.map(\.issue)
    }

    private mutating func reportUndocumented(_ names: FirstNames, _ rule: Rule) {
        for name in names.names {
            let detail = UndocumentedKeys.passedOn
            report(nil, NielsenValidationIssue(rule, key: name, subject: subject, detail: detail))
        }
        if let leftOut = names.leftOut(subject) { report(nil, leftOut) }
    }

    // MARK: - Values

    private mutating func check(_ key: NielsenMetadataKey, _ value: String, _ values: [String: String]) {
        switch key {
        case .assetid:
            if !NielsenText.consists(value, ofLettersDigitsAnd: "-_.") { report(.assetidCharacters, key, value) }
        case .length where form != .channel: checkLength(value)
        case .section where form == .page:
            if !NielsenText.consists(value, ofLettersDigitsAnd: " -_./") { report(.sectionCharacters, key, value) }
        case .ocrtag where form == .taggedAd:
            if !PingAddress.isSafe(value.replacing(" ", with: "%20")) { report(.ocrtagNotURL, key, value) }
            if let macro = NielsenText.placeholder(in: value) { report(.ocrtagMacro, key, macro) }
            if value.utf8.contains(UInt8(ascii: " ")) { report(.urlContainsSpace, key) }
        case .mediaURL:
            if value.utf8.contains(UInt8(ascii: " ")) { report(.urlContainsSpace, key) }
        case .segA, .segB, .segC:
            if NielsenText.exceeds(value, 25) { report(.segmentOver25, key) }
        case .adModel where value != "1" && value != "2": report(.adModelDefaulted, key, value)
        case .program, .title, .airdate, .isfullepisode, .adloadtype, .crossId1, .assetName, .hasAds, .pipmode,
            .isAudio:
            if form == .content || form == .stream { checkContent(key, value, values) }
        default: break
        }
    }

    private mutating func checkLength(_ value: String) {
        guard let seconds = NielsenText.seconds(value) else { return report(.lengthNotNumeric, .length, value) }
        if seconds > 86_400 { report(.lengthOverADay, .length, value) }
    }

    private mutating func checkContent(_ key: NielsenMetadataKey, _ value: String, _ values: [String: String]) {
        switch key {
        case .program:
            guard NielsenText.exceeds(value, 25) else { return }
            report(NielsenText.exceeds(value, 100) ? .programOver100 : .programOver25, key)
        case .title: checkTitle(value, values)
        case .assetName:
            if NielsenText.exceeds(value, 100) { report(.assetNameOver100, key) }
        case .airdate: checkAirdate(value)
        case .isfullepisode:
            if !Self.fullEpisodeValues.contains(value), !Self.fullEpisodeValues.contains(value.prefix(8).lowercased()) {
                report(.fullEpisodeValue, key, value)
            }
        case .adloadtype:
            guard value != "1", value != "2" else { return }
            let read = NielsenMetadata.adLoadType(value)
            report(read.isWord ? .adLoadTypeWord : .adLoadTypeDefaulted, key, value, detail: read.value)
        case .crossId1:
            if !NielsenText.isTMS(value) { report(.crossIdNotTMS, key, value) }
        case .hasAds where value != "0" && value != "1" && value != "2": report(.hasAdsValue, key, value)
        case .pipmode where value != "true" && value != "false": report(.truthValue, key, value)
        case .isAudio where value != "true" && value != "false": report(.truthValue, key, value)
        default: break
        }
    }

    private static let fullEpisodeValues = ["y", "n", "yes", "no", "lf", "sf"]

    private mutating func checkTitle(_ value: String, _ values: [String: String]) {
        if NielsenText.exceeds(value, 40) {
            if NielsenText.exceeds(value, 100) { return report(.titleOver100, .title) }
            report(.titleOver40, .title)
        }
        guard !NielsenText.hasEpisode(value), values["crossId1"]?.hasPrefix("MV") != true else { return }
        let isNumber = value.utf8.count <= 4 && value.utf8.allSatisfy(NielsenText.isDigit)
        report(isNumber ? .titleNumberAlone : .titleWithoutEpisode, .title, value)
    }

    private mutating func checkAirdate(_ value: String) {
        do {
            if try NielsenAirdate(value).isZulu { report(.airdateZulu, .airdate, value) }
        } catch {
            report(.airdateFormat, .airdate, value, detail: error.detail)
        }
    }
}
