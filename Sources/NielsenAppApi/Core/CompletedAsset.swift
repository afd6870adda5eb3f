// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The content that was completed last: a playhead of it that comes late belongs to it, and begins nothing.
struct CompletedAsset: Sendable {
    let metadata: [String: String]
    let position: Int64
    let time: NielsenTime

    /// How long a late playhead is taken for one of the completed asset.
    private static let patience = Duration.seconds(5)

    /// Whether a playhead belongs to the completed asset.
    ///
    /// - Parameters:
    ///   - position: The playhead.
    ///   - metadata: What it is reported for; nil where that is not known.
    ///   - now: When it came.
    func owns(_ position: Int64, of metadata: [String: String]?, at now: NielsenTime) -> Bool {
        guard position >= self.position, now.instant - time.instant <= Self.patience else { return false }
        guard let metadata, !metadata.isEmpty else { return true }
        let id = metadata["assetid"] ?? metadata["assetId"] ?? ""
        let own = self.metadata["assetid"] ?? ""
        return id.isEmpty && own.isEmpty ? metadata == self.metadata : id == own
    }
}
