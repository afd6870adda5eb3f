// SPDX-License-Identifier: Apache-2.0

/// The documented keys of metadata, in the order in which findings about them are told.
///
/// Source: "iOS Configure Metadata"; "DCR Video iOS SDK guide", "Create Content Metadata"; "DCR & DTVR iOS Adobe Launch
/// Extension", "Content Metadata"; "Analytics Swift Nielsen DCR Plugin", "Options"; public configurations.
enum NielsenMetadataKey: UInt8, Sendable, CaseIterable {
    case type, assetid, program, title, length, airdate, isfullepisode, adloadtype, section, ocrtag
    case channelName, adModel, crossId1, crossId2, segA, segB, segC, assetName, hasAds
    case pipmode, isAudio, dataSrc, mediaURL, programId, tvStationId, adobeId, reportSuite, cref3
    case clientid, subbrand, vcid, genre, progen, stationType, provider

    /// The key as documented. The cases are spelled like the keys.
    var name: String { Self.names[Int(rawValue)] }

    private static let names = allCases.map { String(describing: $0) }

    /// By name. Metadata is walked over once, and each of its keys is looked up here.
    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    /// By name in small letters, for keys in wrong capitals.
    private static let folded = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name.lowercased(), $0) })

    /// The key that a key in wrong capitals stands for.
    static func folding(_ name: String) -> NielsenMetadataKey? {
        name.utf8.count <= 16 ? folded[name.lowercased()] : nil
    }
}

/// A set of keys; there are fewer than 64.
struct NielsenMetadataKeys: OptionSet, Sendable, Hashable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ keys: [NielsenMetadataKey]) {
        self = keys.reduce(into: []) { $0.insert(NielsenMetadataKeys($1)) }
    }

    init(_ key: NielsenMetadataKey) {
        self.init(rawValue: 1 << UInt64(key.rawValue))
    }

    /// The keys, in order.
    var keys: [NielsenMetadataKey] { NielsenMetadataKey.allCases.filter { contains(NielsenMetadataKeys($0)) } }
}
