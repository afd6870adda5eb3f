// SPDX-License-Identifier: Apache-2.0

/// The documented values of `type` in metadata.
///
/// Source: "iOS Configure Metadata", "Create Content Metadata", "Ad Metadata", "Configure Static Metadata".
package enum NielsenAssetType: String, Sendable, Hashable, CaseIterable {
    case content
    case radio
    case `static`
    case text
    case preroll
    case midroll
    case postroll
    case ad

    package var lane: NielsenLane {
        switch self {
        case .content, .radio: .content
        case .static, .text: .static
        case .preroll, .midroll, .postroll, .ad: .ad
        }
    }

    /// Reads a type as documented, or in an equivalent spelling such as `Content` or `pre-roll`.
    init?(loosely text: String) {
        // No spelling of a type is nearly as long.
        guard text.utf8.count <= 64 else { return nil }
        self.init(rawValue: text.lowercased().filter { $0 != "-" && $0 != "_" && !$0.isWhitespace })
    }

    /// The name of metadata of this type in messages.
    var subject: String { rawValue + " metadata" }

    static let acceptedList = "content, preroll, midroll, postroll, ad, static"
}
