// SPDX-License-Identifier: Apache-2.0

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
