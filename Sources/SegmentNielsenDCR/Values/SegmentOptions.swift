// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The options for this destination in an event's `integrations`.
struct SegmentOptions: Sendable {
    /// The folded name of the destination: `nielsen-dcr` and `Nielsen DCR` are the same.
    static let foldedKey = "nielsendcr"
    private static let key = SegmentKey("nielsen-dcr")

    private let reader: SegmentReader

    /// Makes the options of an event that has none.
    init() {
        reader = .empty
    }

    /// Reads an event's options, or is nil if the event is not for this destination.
    ///
    /// - Parameter integrations: The options by destination; `true` means that a destination has none.
    init?(_ integrations: JSONObject) {
        guard !integrations.isEmpty else {
            reader = .empty
            return
        }
        let all = SegmentReader(integrations)
        let own = all.values(Self.key)
        if let options = own.lazy.compactMap(\.objectValue).first {
            reader = SegmentReader(options)
        } else if own.contains(.bool(false)) || own.isEmpty && all.value(.all) == .bool(false) {
            return nil
        } else {
            reader = .empty
        }
    }

    func text(_ key: SegmentKey) -> String? { reader.text(key) }
    func value(_ key: SegmentKey) -> JSONValue? { reader.value(key) }

    /// Returns the channel information for `play`.
    ///
    /// - Parameter last: That of the last one in this stream; the events of a buffer or a seek seldom repeat it.
    /// - Returns: The channel's name and the address of the media.
    func channelInfo(after last: [String: String]) -> [String: String] {
        [
            "channelName": reader.text(.channelName) ?? last["channelName"] ?? "defaultChannelName",
            "mediaURL": reader.text(.mediaUrl) ?? last["mediaURL"] ?? "",
        ]
    }

    /// `hasAds` in the SDK's form: 1 for true, 0 for false, 2 for unknown; nil if the option is missing or not valid.
    var hasAds: String? {
        guard let value = reader.value(.hasAds) else { return nil }
        switch SegmentCoercion.text(value) {
        case "2": return "2"
        case nil, "": return nil
        default: return SegmentCoercion.truth(value) ? "1" : "0"
        }
    }
}
