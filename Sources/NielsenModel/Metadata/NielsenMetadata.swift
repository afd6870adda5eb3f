// SPDX-License-Identifier: Apache-2.0

/// Metadata that was read for measurement: its type is known and its keys have their documented spelling.
package struct NielsenMetadata: Sendable, Hashable {
    package let type: NielsenAssetType
    package let values: [String: String]

    /// Keys in other cases that documents and headers use, and that are read.
    static let alternatives: [String: NielsenMetadataKey] = ["assetId": .assetid, "channelname": .channelName]

    /// Reads metadata, or is nil if the type is unknown, because then the track is unknown too.
    ///
    /// - Parameters:
    ///   - given: The values that the caller passed, all strings.
    ///   - readsFoldedKeys: Whether keys in the wrong case are read as well.
    ///   - reported: Keys for which an issue has already been reported.
    ///   - issues: Receives what is wrong; measurement continues unless nil is returned.
    package init?(
        _ given: [String: String],
        readsFoldedKeys: Bool = false,
        reported: NielsenMetadataKeys = [],
        issues: inout [NielsenValidationIssue]
    ) {
        guard let type = Self.type(of: given, reported, issues: &issues) else { return nil }
        self.type = type
        issues += NielsenMetadataRules.check(
            given,
            NielsenMetadataRules.Form(type, given),
            subject: type.subject,
            reported: reported,
            readsFoldedKeys: readsFoldedKeys
        )
        values = Self.normalized(given, type, readsFoldedKeys)
    }

    private static func type(
        of values: [String: String],
        _ reported: NielsenMetadataKeys,
        issues: inout [NielsenValidationIssue]
    ) -> NielsenAssetType? {
        guard let text = values["type"], !NielsenText.isBlank(text) else {
            // The short form for watermarked streams is documented without a type.
            let isStream = values["adModel"] != nil || values["channelName"] != nil || values["channelname"] != nil
            if !isStream, !reported.contains(NielsenMetadataKeys(.type)) {
                let rule = values["type"] == nil ? Rule.missing : .empty
                issues.append(NielsenValidationIssue(rule, key: "type", subject: "metadata"))
            }
            return .content
        }
        if let type = NielsenAssetType(rawValue: text) {
            if type == .radio { issues.append(NielsenValidationIssue(.typeLegacyRadio, key: "type", value: text)) }
            return type
        }
        guard let type = NielsenAssetType(loosely: text) else {
            let detail = "is not measured; use one of \(NielsenAssetType.acceptedList)"
            let name = "metadata"
            issues.append(NielsenValidationIssue(.typeUnknown, key: "type", value: text, subject: name, detail: detail))
            return nil
        }
        issues.append(NielsenValidationIssue(.typeSpelling, key: "type", value: text, detail: type.rawValue))
        return type
    }

    /// Returns the track on which metadata is measured; nil if its type is unknown, in which case it is not measured.
    package static func lane(of values: [String: String]) -> NielsenLane? {
        var ignored: [NielsenValidationIssue] = []
        return type(of: values, [], issues: &ignored)?.lane
    }

    // MARK: - Normal form

    /// Returns the values as they are measured: under documented keys, without empty values that would override
    /// something.
    private static func normalized(
        _ given: [String: String],
        _ type: NielsenAssetType,
        _ readsFoldedKeys: Bool
    ) -> [String: String] {
        var values = given
        if values["type"] != type.rawValue { values["type"] = type.rawValue }
        for (name, key) in readsFoldedKeys ? foldedKeys(in: given) : alternatives.map({ ($0.key, $0.value) }) {
            guard let value = values.removeValue(forKey: name) else { continue }
            if values[key.name] == nil { values[key.name] = value }
        }
        for key in ["clientid", "subbrand", "vcid"] {
            if let value = values[key], NielsenText.isBlank(value) { values[key] = nil }
        }
        if let former = values["vcid"], values["subbrand"] == nil { values["subbrand"] = former }
        if let genre = values["genre"], values["progen"] == nil { values["progen"] = genre }
        if let text = values["adloadtype"], text != "1", text != "2", !NielsenText.isBlank(text) {
            values["adloadtype"] = adLoadType(text).value
        }
        if let text = values["adModel"], text != "1", text != "2" { values["adModel"] = "1" }
        if let text = values["channelName"], NielsenText.isBlank(text) { values["channelName"] = defaultChannelName }
        return values
    }

    private static func foldedKeys(in values: [String: String]) -> [(String, NielsenMetadataKey)] {
        values.keys.sorted().compactMap { name in
            guard NielsenMetadataKey.named[name] == nil else { return nil }
            return NielsenMetadataKey.folding(name).map { (name, $0) }
        }
    }

    /// The default channel.
    ///
    /// Source: "iOS SDK API Reference", "play"; "Analytics Swift Nielsen DCR Plugin", "Channel Name and Media URL".
    package static let defaultChannelName = "defaultChannelName"

    /// Returns the ad load of a text: the words for 1 and 2 are read, anything else counts as 2.
    static func adLoadType(_ text: String) -> (value: String, isWord: Bool) {
        switch text.prefix(16).lowercased() {
        case "linear": ("1", true)
        case "dynamic": ("2", true)
        default: ("2", false)
        }
    }
}
