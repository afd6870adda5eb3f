// SPDX-License-Identifier: Apache-2.0

public import NielsenAppApi

/// The app's life.
///
/// The documents have no event for it: an app that goes by them sends `pause` itself and needs none of this.
extension NielsenInstanceService: NielsenLifecycleReceiver {
    /// Says what happens to the app, to the device or to the player: to every instance, and to those that are made later.
    ///
    /// The observers of the SDK take the service as they take an instance. The call sees the effect of every event that
    /// the same thread has dispatched before it. What `ACPCore` is told of the app's life is not passed on by itself: that
    /// would stop what is played in the background without the app having a say in it.
    ///
    /// - Parameter event: What happened. After `NielsenLifecycleEvent.terminate` the instances are ended,
    ///   and kept until they are removed.
    public func handle(_ event: NielsenLifecycleEvent) {
        performInOrder { [self] in tell(event) }
    }

    /// Says what happens to the player of one instance.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - identifier: What instantiating returned.
    /// - Returns: Codes 5001, 5005, 5010.
    public func handle(
        _ event: NielsenLifecycleEvent,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        call { () throws(InstanceFailure) in .handle(event, try InstanceCommand.usable(identifier)) }
    }
}
