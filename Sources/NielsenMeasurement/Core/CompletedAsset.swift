// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The content that was completed last: a playhead of it that comes late belongs to it, and begins nothing.
struct CompletedAsset: Sendable {
    let asset: NielsenAsset
    let position: Int64
    let time: NielsenTime

    /// The time for which a late playhead is taken for one of the completed asset.
    private static let patience = Duration.seconds(5)

    /// Whether a playhead may belong to the completed asset.
    func owns(_ position: Int64, at now: NielsenTime) -> Bool {
        position >= self.position && now.instant - time.instant <= Self.patience
    }
}
