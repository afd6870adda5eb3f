// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The name of a property, which finds its value in any of the spellings that tracking plans use.
///
/// `content_asset_id`, `contentAssetId` and `Content Asset ID` are the same key.
struct SegmentKey: Sendable, Hashable {
    /// The spelling that is looked up first.
    let name: String
    let folded: String
    let hash: UInt64

    init(_ name: String) {
        self.name = name
        folded = Self.folded(name)
        hash = Self.hash(name)
    }

    /// Returns a name without case, `_`, `-` and spaces.
    static func folded(_ name: String) -> String {
        String(decoding: name.lowercased().utf8.filter { !isSeparator($0) }, as: UTF8.self)
    }

    /// Returns a hash that is equal for names whose folded forms are equal.
    ///
    /// It is computed byte by byte without a folded copy; only names beyond ASCII need one.
    static func hash(_ name: String) -> UInt64 {
        var hash = FNV1a()
        for byte in name.utf8 {
            if byte >= 0x80 { return FNV1a(folded(name)).value }
            if isSeparator(byte) { continue }
            hash.add(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        }
        return hash.value
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
    }
}

extension SegmentKey {
    static let adAssetId = SegmentKey("ad_asset_id")
    static let adLoadType = SegmentKey("adLoadType")
    static let airdate = SegmentKey("airdate")
    static let all = SegmentKey("All")
    static let assetId = SegmentKey("asset_id")
    static let channelName = SegmentKey("channelName")
    static let clientId = SegmentKey("clientId")
    static let content = SegmentKey("content")
    static let contentAssetId = SegmentKey("content_asset_id")
    static let contentAssetIds = SegmentKey("content_asset_ids")
    static let contentLength = SegmentKey("content_length")
    static let crossId1 = SegmentKey("crossId1")
    static let crossId2 = SegmentKey("crossId2")
    static let fullEpisode = SegmentKey("full_episode")
    static let hasAds = SegmentKey("hasAds")
    static let livestream = SegmentKey("livestream")
    static let loadType = SegmentKey("load_type")
    static let mediaUrl = SegmentKey("mediaUrl")
    static let pipmode = SegmentKey("pipmode")
    static let position = SegmentKey("position")
    static let program = SegmentKey("program")
    static let segA = SegmentKey("segA")
    static let segB = SegmentKey("segB")
    static let segC = SegmentKey("segC")
    static let subbrand = SegmentKey("subbrand")
    static let title = SegmentKey("title")
    static let totalLength = SegmentKey("total_length")
    static let type = SegmentKey("type")
}
