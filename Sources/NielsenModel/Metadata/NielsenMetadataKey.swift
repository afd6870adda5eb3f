// SPDX-License-Identifier: Apache-2.0

/// The documented keys of metadata, in the order in which issues about them are reported.
///
/// Source: "iOS Configure Metadata"; "DCR Video iOS SDK guide", "Create Content Metadata"; "DCR & DTVR iOS Adobe Launch
/// Extension", "Content Metadata"; "Analytics Swift Nielsen DCR Plugin", "Options"; public configurations.
enum NielsenMetadataKey: UInt8, Sendable, CaseIterable {
    case type, assetid, program, title, length, airdate, isfullepisode, adloadtype, section, ocrtag
    case channelName, adModel, crossId1, crossId2, segA, segB, segC, assetName, hasAds
    case pipmode, isAudio, dataSrc, mediaURL, programId, tvStationId, adobeId, reportSuite, cref3
    case clientid, subbrand, vcid, genre, progen, stationType, provider

    /// The key as documented.
    ///
    /// The cases are spelled like the keys.
    var name: String { Self.names[Int(rawValue)] }

    private static let names = allCases.map { String(describing: $0) }

    /// The keys by name, because each key of metadata is looked up here.
    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    /// The keys by name in lower case, for keys in the wrong case.
    private static let folded = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name.lowercased(), $0) })

    /// Returns the documented key for a key in the wrong case.
    static func folding(_ name: String) -> NielsenMetadataKey? {
        name.utf8.count <= 16 ? folded[name.lowercased()] : nil
    }
}

/// A set of keys, of which there are fewer than 64.
package struct NielsenMetadataKeys: OptionSet, Sendable, Hashable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ keys: [NielsenMetadataKey]) {
        self = keys.reduce(into: []) { $0.insert(NielsenMetadataKeys($1)) }
    }

    init(_ key: NielsenMetadataKey) {
        self.init(rawValue: 1 << UInt64(key.rawValue))
    }

    /// The keys, in order.
    var keys: [NielsenMetadataKey] { NielsenMetadataKey.allCases.filter { contains(NielsenMetadataKeys($0)) } }
}
