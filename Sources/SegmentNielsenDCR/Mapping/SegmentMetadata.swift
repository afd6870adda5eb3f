// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A converter of properties and options to the metadata of the SDK.
struct SegmentMetadata: Sendable {
    /// The properties that the settings name, prepared for lookup.
    private let contentId: SegmentKey?
    private let olderContentId: SegmentKey?
    private let adId: SegmentKey?
    private let length: SegmentKey?
    private let section: SegmentKey?
    private let clientId: SegmentKey?
    private let subbrand: SegmentKey?

    init(_ settings: NielsenDCRSettings) {
        func key(_ name: String?) -> SegmentKey? { name.flatMap { $0.isEmpty ? nil : SegmentKey($0) } }
        let isCompatible = settings.usesAndroidPropertyNames
        contentId = key(settings.contentAssetIdPropertyName)
        olderContentId = key(settings.assetIdPropertyName)
        adId = key(settings.adAssetIdPropertyName)
        length = key(settings.contentLengthPropertyName)
        section = key(settings.customSectionProperty)
        clientId = key(settings.clientIdPropertyName) ?? (isCompatible ? .clientId : nil)
        subbrand = key(settings.subbrandPropertyName) ?? (isCompatible ? .subbrand : nil)
    }

    // MARK: - Content

    /// Returns the content's id.
    ///
    /// - Parameters:
    ///   - properties: The properties of the event.
    ///   - isPlayback: Whether this is a playback event, whose `asset_id` may be that of an ad.
    /// - Returns: The id, or nil if the properties have none.
    func contentId(_ properties: SegmentReader, isPlayback: Bool) -> String? {
        isPlayback
            ? properties.identifier(contentId, olderContentId, .contentAssetId, .contentAssetIds, .assetId)
            : properties.identifier(contentId, olderContentId, .assetId, .contentAssetId)
    }

    /// Returns the metadata of content, with all keys.
    ///
    /// - Parameters:
    ///   - properties: The event's properties of the content.
    ///   - options: The event's options for this destination.
    ///   - isPlayback: Whether this is a playback event.
    ///   - ad: The properties of the preroll ad whose event describes the content, or nil.
    ///   - known: The metadata loaded earlier for the same content, used for what the event does not contain.
    /// - Returns: Metadata for `loadMetadata`; a key without a value has its default or is empty.
    func content(
        _ properties: SegmentReader,
        _ options: SegmentOptions,
        isPlayback: Bool = false,
        ad: SegmentReader? = nil,
        known: [String: String] = [:]
    ) -> [String: String] {
        var metadata: [String: String] = [:]
        metadata.reserveCapacity(16)
        func set(_ key: String, _ text: String?, otherwise usual: String = "") {
            metadata[key] = text ?? known[key] ?? usual
        }
        metadata["type"] = "content"
        set("assetid", contentId(properties, isPlayback: isPlayback))
        set("program", properties.text(.program))
        set("title", properties.text(.title))
        let isLive = properties.truth(.livestream)
        set("length", properties.text(length, .totalLength, .contentLength), otherwise: isLive ? "0" : "")
        set("airdate", properties.text(.airdate).map(SegmentAirdate.normalized))
        let isFull = properties.value(.fullEpisode).map { SegmentCoercion.truth($0) ? "y" : "n" }
        set("isfullepisode", isFull, otherwise: "n")
        set("adloadtype", loadType(properties, options, ad), otherwise: "1")
        set("hasAds", options.hasAds, otherwise: "0")
        set("pipmode", options.text(.pipmode), otherwise: "false")
        set("segB", options.text(.segB))
        set("segC", options.text(.segC))
        set("crossId1", options.text(.crossId1))
        set("crossId2", options.text(.crossId2))
        metadata["clientid"] = properties.text(clientId) ?? known["clientid"]
        metadata["subbrand"] = properties.text(subbrand) ?? known["subbrand"]
        return metadata
    }

    /// Returns `2` for ads that are inserted dynamically, `1` for others; nil if nothing says which.
    private func loadType(_ properties: SegmentReader, _ options: SegmentOptions, _ ad: SegmentReader?) -> String? {
        let said = [options.text(.adLoadType), properties.text(.loadType), ad?.text(.loadType)]
        guard let text = said.lazy.compactMap({ $0 }).first(where: { $0.lowercased() != "null" }) else { return nil }
        return text.lowercased() == "dynamic" || text == "2" ? "2" : "1"
    }

    // MARK: - Ads

    /// Returns the metadata of an ad.
    func ad(_ properties: SegmentReader) -> [String: String] {
        [
            "assetid": properties.identifier(adId, .assetId, .adAssetId) ?? "",
            "type": adType(properties) ?? "ad",
            "title": properties.text(.title) ?? "",
        ]
    }

    /// Returns whether an ad precedes its content.
    func isPreroll(_ properties: SegmentReader) -> Bool { adType(properties) == "preroll" }

    private func adType(_ properties: SegmentReader) -> String? {
        guard let text = properties.text(.type) else { return nil }
        let folded = SegmentKey.folded(text)
        switch folded {
        case "preroll", "midroll", "postroll": return folded
        default:
            let type = text.filter { $0 != "-" }
            return type.isEmpty ? nil : type
        }
    }

    // MARK: - Pages

    /// Returns the metadata of a screen or page.
    func page(name: String?, _ properties: SegmentReader, _ options: SegmentOptions) -> [String: String] {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        return [
            "type": "static",
            "assetid": contentId(properties, isPlayback: false) ?? "",
            "section": properties.text(section) ?? name ?? "Unknown",
            "segA": options.text(.segA) ?? "",
            "segB": options.text(.segB) ?? "",
            "segC": options.text(.segC) ?? "",
            "crossId1": options.text(.crossId1) ?? "",
        ]
    }
}
