// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// What metadata says that the order of calls is judged by.
struct LoggedAsset: Sendable {
    let lane: NielsenLane
    let values: [String: String]

    /// Reads metadata; nil if its type is not one that is measured.
    init?(_ values: [String: String]) {
        let type = values["type"]?.lowercased().filter { $0.isLetter } ?? ""
        guard let lane = NielsenAssetType(rawValue: type)?.lane else { return nil }
        self.lane = lane
        self.values = values
    }

    private func text(_ key: String) -> String? {
        let value = values[key]?.trimmed
        return value?.isEmpty ?? true ? nil : value
    }

    /// The identity: two loads of the same one are the same asset.
    var id: String {
        if let id = text("assetid") ?? text("assetId") { return id }
        switch lane {
        case .static: return ["section", "segA", "segB", "segC"].compactMap(text).joined(separator: "/")
        case .ad: return text("ocrtag") ?? text("title") ?? ""
        case .content: return ["channelName", "program", "title"].compactMap(text).joined(separator: "/")
        }
    }

    /// The identifier as messages show it.
    var shown: String { "\"\(id.prefix(64))\"" }

    /// The length, in seconds; nil if the metadata has no number for it.
    var length: Double? { text("length").flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }

    /// Whether the length is that of a live stream.
    var isLive: Bool { length == 0 || length == 86_400 }

    /// Whether the asset is a watermarked stream alone, which no product measures by its playheads.
    var isStreamAlone: Bool {
        lane == .content && values["assetid"] == nil && values["assetId"] == nil
            && (values["adModel"] != nil || values["channelName"] != nil || values["channelname"] != nil)
    }

    /// Whether the metadata has keys that only a programme has.
    var hasProgram: Bool { ["program", "title", "length", "airdate", "isfullepisode"].contains { values[$0] != nil } }

    /// Whether playback goes on in the background: audio, or picture in picture.
    var playsInBackground: Bool {
        values["isAudio"]?.lowercased() == "true" || values["pipmode"]?.lowercased() == "true"
    }

    var adModel: String? { values["adModel"] }
}

extension String {
    fileprivate var trimmed: String {
        // Nearly no value has white space at its ends, and looking for characters takes long.
        if let first = utf8.first, let last = utf8.last, (0x21...0x7e).contains(first), (0x21...0x7e).contains(last) {
            return self
        }
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
