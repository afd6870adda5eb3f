// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The documented key that a mistyped one was probably meant to be.
extension NielsenValidator {
    /// Returns the documented key that is nearest to another one.
    ///
    /// - Parameters:
    ///   - key: A key that is not documented, with the names of the objects around it: `metadata.content.titel`.
    ///   - kind: The kind of input that has it.
    /// - Returns: The documented key; nil if none is near.
    package static func documentedKey(nearest key: String, in kind: Kind) -> String? {
        let parts = key.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = parts.last, !last.isEmpty, last.utf8.count <= 40 else { return nil }
        let keys =
            switch kind {
            case .appinfo: NielsenAppInfoRules.documentedKeys
            case .ott: deviceKeys
            case .event where parts.count == 1: eventKeys
            case .event where parts.first == "ottData": deviceKeys
            case .event where parts.count == 2: NielsenTrackEvent.Kind.allCases.map(\.rawValue)
            case .content, .ad, .static, .event, .metadata, .play: metadataKeys
            case .id3: [String]()
            }
        // The words of a key are often divided, which is no mistake in typing.
        let word = last.filter { $0 != "_" && $0 != "-" && $0 != " " }
        return keys.first { $0.lowercased() == word.lowercased() } ?? Suggestion.nearest(String(last), among: keys)
    }

    private static let metadataKeys = NielsenMetadataKey.allCases.map(\.name)
    private static let eventKeys = [
        "event", "type", "metadata", "playheadPosition", "id3Data", "ottData", "optout", "buffering", "buttonEvent",
    ]
}
