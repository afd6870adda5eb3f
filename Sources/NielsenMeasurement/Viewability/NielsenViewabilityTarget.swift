// SPDX-License-Identifier: Apache-2.0

/// The view that is measured, and the views that hide nothing of it.
package struct NielsenViewabilityTarget: Sendable, Hashable {
    /// The tag of the player's view.
    package var viewTag: String
    /// The tags of views that hide nothing of the player, such as controls or an activity indicator.
    package var friendlyObstructions: Set<String>

    /// Makes a target.
    ///
    /// - Parameters:
    ///   - viewTag: The tag of the player's view.
    ///   - friendlyObstructions: The tags of views that hide nothing of it.
    package init(viewTag: String, friendlyObstructions: Set<String> = []) {
        self.viewTag = viewTag
        self.friendlyObstructions = friendlyObstructions
    }
}
