// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The keys of an event and of its `metadata`: which there are, and what is said of others.
extension NielsenTrackEvent {
    /// The keys that the tables of watermarked streams have beside `event`, and the sample has in `metadata.content`.
    ///
    /// Source: S3, "DTVR".
    static let channelKeys = ["adModel", "channelName"]
    static let undocumentedKeys = UndocumentedKeys(
        documented: [
            "event", "type", "metadata", "playheadPosition", "id3Data", "ottData", "optout", "buffering", "buttonEvent",
        ] + channelKeys,
        passesOthersOn: false
    )
    static let undocumentedParts = UndocumentedKeys(
        documented: Kind.allCases.map(\.rawValue),
        passesOthersOn: false
    )

    /// Takes what stands beside `event` into the content, where the content does not say it itself.
    mutating func takeChannel(
        _ source: Source,
        _ mode: NielsenConfiguration.InputMode,
        issues: inout [NielsenIssue]
    ) {
        guard kind != .static else { return }
        let told = Self.channelKeys.compactMap { key in
            NielsenInput.unwrapped(fast: source[key]).map { (key, $0) }
        }
        guard !told.isEmpty else { return }
        let values = Dictionary(uniqueKeysWithValues: told)
        let strings = NielsenInput.strings(values, of: "trackEvent", .failedParseMetadata, mode, &issues) ?? [:]
        metadata.content.merge(strings) { own, _ in own }
    }

    /// Tells of keys that are not documented, or not in these capitals: what they carry is not read.
    static func reportUndocumented(_ source: Source, issues: inout [NielsenIssue]) {
        let found = undocumentedKeys.issues(in: source.members.lazy.map(\.0), subject: "trackEvent")
        issues += found.map(NielsenIssue.finding)
    }

    /// Tells of what stands in `metadata` beside the three objects.
    static func reportMisplaced(_ members: Source, _ kind: Kind, issues: inout [NielsenIssue]) {
        let names = members.members.map(\.0)
        guard members[kind.rawValue] == nil, names.contains(where: { NielsenMetadataKey.named[$0] != nil }) else {
            let found = undocumentedParts.issues(in: names, subject: "metadata")
            issues += found.map { .finding($0.under("metadata")) }
            return
        }
        issues.append(.finding(misplaced(kind)))
    }

    /// What is said of metadata that is not in one of the three objects.
    static func misplaced(_ kind: Kind) -> NielsenValidationIssue {
        let detail = "what stands in metadata itself belongs into metadata.\(kind.rawValue)"
        return NielsenValidationIssue(.metadataEmptyForType, key: "metadata", value: kind.rawValue, detail: detail)
    }
}
