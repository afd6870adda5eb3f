// SPDX-License-Identifier: Apache-2.0

/// Which view is measured, and which views hide nothing of it.
public struct NielsenViewabilityTarget: Sendable, Hashable {
    /// The tag of the player's view.
    public var viewTag: String
    /// The tags of views that hide nothing of the player: controls, an activity indicator.
    public var friendlyObstructions: Set<String>

    /// Names a view.
    ///
    /// - Parameters:
    ///   - viewTag: The tag of the player's view.
    ///   - friendlyObstructions: The tags of views that hide nothing of it.
    public init(viewTag: String, friendlyObstructions: Set<String> = []) {
        self.viewTag = viewTag
        self.friendlyObstructions = friendlyObstructions
    }
}
