// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A source of scenes of the screen.
///
/// An instance requests a scene when `trackViewability` is called, when playback begins, and then at the interval of
/// the configuration for as long as something plays.
package protocol NielsenViewabilitySource: Sendable {
    /// Describes the current scene.
    ///
    /// - Parameters:
    ///   - target: The view that is measured. A source may leave out views that are painted before it and do not
    ///     contain it; it must not leave out views that are painted after it.
    ///   - container: The `viewContainer` of `trackViewability`.
    ///   - answer: Receives the scene, or nil if there is no window. Call it once, immediately or later and on any
    ///     thread; it returns quickly. If it is not called, nothing has changed.
    func look(
        for target: NielsenViewabilityTarget,
        in container: NielsenViewabilityContainer,
        _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
    )
}

/// The `viewContainer` of `trackViewability`: a window, which is held weakly.
package struct NielsenViewabilityContainer: Sendable {
    private let reference: WeakReference<AnyObject>

    /// The object; nil if it was released or was not an object.
    ///
    /// Use it only on the thread that its kind of object belongs to.
    package var object: AnyObject? { reference.object }

    /// Makes a reference to an object; it is empty for a value that is not an object.
    ///
    /// - Parameter value: A window, or anything else that the source understands.
    package init(_ value: Any?) {
        // A value that is not an object would be boxed, and nothing would keep the box.
        reference = WeakReference(value.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil })
    }
}

/// The view that is measured, and the views that hide nothing of it.
package struct NielsenViewabilityTarget: Sendable, Hashable {
    /// The tag of the player's view.
    package var viewTag: String
    /// The tags of views that hide nothing of the player, such as controls or an activity indicator.
    package var friendlyObstructions: Set<String>

    /// Makes a target.
    package init(viewTag: String, friendlyObstructions: Set<String> = []) {
        self.viewTag = viewTag
        self.friendlyObstructions = friendlyObstructions
    }
}
