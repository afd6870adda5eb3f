// SPDX-License-Identifier: Apache-2.0

/// Metadata that was read for measuring: its type is known and its keys have their documented spelling.
struct NielsenMetadata: Sendable, Hashable {
    let type: NielsenAssetType
    let values: [String: String]

    /// Reads metadata.
    ///
    /// - Parameters:
    ///   - given: What the caller handed over, all strings.
    ///   - issues: Gets what was wrong; measurement goes on unless nil is returned.
    /// - Returns: nil where the lane cannot be told, because the type is unknown.
    init?(_ given: [String: String], issues: inout [NielsenIssue]) {
        var values = given
        if let id = given["assetId"] {
            if given["assetid"] == nil { values["assetid"] = id }
            values["assetId"] = nil
            issues.append(.warning(key: "assetId", rule: "KEY_CASE", "assetId was read as assetid; write it so"))
        }
        guard let type = Self.type(of: values, issues: &issues) else { return nil }
        values["type"] = type.rawValue
        self.type = type
        self.values = values
        issues.append(contentsOf: NielsenMetadataRules.missing(in: values, type: type))
    }

    private static func type(of values: [String: String], issues: inout [NielsenIssue]) -> NielsenAssetType? {
        guard let text = values["type"], !text.isEmpty else {
            // The short form for watermarked streams is documented without a type.
            if values["adModel"] == nil, values["channelName"] == nil {
                let message = "metadata has no type; content was assumed, write one of \(NielsenAssetType.acceptedList)"
                issues.append(
                    .error(NielsenError(.failedParseMetadata, message, key: "type", rule: "META_MISSING_type"))
                )
            }
            return .content
        }
        if let type = NielsenAssetType(rawValue: text) { return type }
        guard let type = NielsenAssetType(loosely: text) else {
            let message =
                "metadata has the unknown type \"\(text.prefix(64))\" and is not measured; use one of "
                + NielsenAssetType.acceptedList
            issues.append(.error(NielsenError(.failedParseMetadata, message, key: "type")))
            return nil
        }
        let message = "type \"\(text.prefix(64))\" was read as \(type.rawValue); write it so"
        issues.append(.warning(key: "type", rule: "TYPE_SPELLING", message))
        return type
    }
}
