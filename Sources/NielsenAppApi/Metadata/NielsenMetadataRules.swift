// SPDX-License-Identifier: Apache-2.0

/// The rules for metadata. A broken rule is reported, and what can be measured is measured.
///
/// Source: S4, the columns "Required".
enum NielsenMetadataRules {
    /// The keys that metadata of a type must have.
    static func requiredKeys(_ type: NielsenAssetType, _ values: [String: String]) -> [String] {
        switch type {
        case .content:
            // Watermarked streams are identified by their watermarks; only DTVR metadata carries these keys.
            values["adModel"] != nil || values["channelName"] != nil || values["channelname"] != nil
                ? [] : ["assetid", "program", "title", "length", "airdate", "isfullepisode", "adloadtype"]
        case .radio: []
        case .static, .text: ["section"]
        case .preroll, .midroll, .postroll, .ad: values["ocrtag"] == nil ? ["assetid"] : []
        }
    }

    /// One error for each required key that is absent or empty.
    static func missing(in values: [String: String], type: NielsenAssetType) -> [NielsenIssue] {
        requiredKeys(type, values).compactMap { key in
            switch values[key] {
            case nil:
                let message = "\(type.rawValue) metadata has no \(key), which is required"
                let rule = "META_MISSING_\(key)"
                return .error(NielsenError(.failedParseMetadata, message, key: key, rule: rule))
            case let value? where value.allSatisfy(\.isWhitespace):
                let message = "\(type.rawValue) metadata has an empty \(key), which is required"
                let rule = "META_EMPTY_\(key)"
                return .error(NielsenError(.failedParseMetadata, message, key: key, rule: rule))
            case _?:
                return nil
            }
        }
    }
}
