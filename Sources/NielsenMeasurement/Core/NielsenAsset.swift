// SPDX-License-Identifier: Apache-2.0

import NielsenModel

/// Loaded metadata, as given and as measured, and the asset that they describe.
///
/// It never changes, and is a class so that what is played stays a small value.
final class NielsenAsset: Sendable {
    /// What makes two sets of metadata describe one asset: the same id (and section, for a page), or, without an id, the
    /// same metadata.
    enum Identity: Sendable, Hashable {
        case id(String, section: String?)
        case metadata([String: String])
    }

    /// As the app passed it: what is loaded again after an interruption, and what is compared with the next event.
    let given: [String: String]
    /// In its normal form.
    let metadata: [String: String]
    /// The track that measures it; nil if its type is unknown, so that it is not measured.
    let lane: NielsenLane?
    let identity: Identity
    let assetid: String
    /// The asset's length in whole seconds, as the metadata says; nil where it says none.
    let length: Int64?

    /// Reads metadata.
    ///
    /// - Parameters:
    ///   - given: What the app passed.
    ///   - readsFoldedKeys: Whether keys in wrong capitals are read too.
    ///   - issues: Gets what was wrong.
    init(_ given: [String: String], readsFoldedKeys: Bool, issues: inout [NielsenValidationIssue]) {
        let read = NielsenMetadata(given, readsFoldedKeys: readsFoldedKeys, issues: &issues)
        let values = read?.values ?? given
        let id = values["assetid"] ?? (read == nil ? given["assetId"] : nil) ?? ""
        let section = read?.type.lane == .static ? values["section"] : nil
        self.given = given
        metadata = values
        lane = read?.type.lane
        assetid = id
        identity = id.isEmpty ? .metadata(values) : .id(id, section: section)
        length = values["length"].flatMap(Double.init).flatMap { Int64(exactly: $0.rounded(.down)) }
    }

    /// Returns the metadata with the channel information of `play`, for keys that they do not have themselves.
    func metadata(on channel: [String: String]) -> [String: String] {
        channel.isEmpty ? metadata : metadata.merging(channel) { own, _ in own }
    }
}
