// SPDX-License-Identifier: Apache-2.0

/// Something that measures and wants to know of the app's life: ``NielsenAppApi`` and ``NielsenEventTracker``.
public protocol NielsenLifecycleReceiver: AnyObject, Sendable {
    /// Takes an event.
    ///
    /// - Parameter event: What happened. Events may come from any thread, and twice; what is known already has no effect.
    func handle(_ event: NielsenLifecycleEvent)
}

extension NielsenAppApi: NielsenLifecycleReceiver {
    /// Says what happens to the app, to the device or to the player.
    ///
    /// Calls that follow from it are made here: `stop`, `staticEnd`, and what goes on afterwards. See <doc:Lifecycle>.
    ///
    /// - Parameter event: What happened. Events may come twice; what is known already has no effect.
    ///
    /// Source: "DCR Video iOS SDK guide", "Handling Foreground and Background states" and "Interruptions during
    /// playback".
    public func handle(_ event: NielsenLifecycleEvent) {
        instance.handle(event, deliver)
    }

    /// How long the app and its sections were in front of the user.
    public var lifecycleSummary: NielsenLifecycleSummary { instance.lifecycleSummary }

    /// Where the app is, as far as the instance was told.
    public var lifecyclePhase: NielsenLifecycle.Phase { instance.lifecyclePhase }

    /// What has come between and is not over.
    public var interruptions: Set<NielsenInterruption> { instance.interruptions }
}

extension NielsenEventTracker: NielsenLifecycleReceiver {
    /// Says what happens to the app, to the device or to the player.
    ///
    /// Calls that follow from it are made here. Events of ``trackEvent(_:)-([String:Any])`` that come meanwhile are
    /// not measured.
    ///
    /// - Parameter event: What happened. Events may come twice; what is known already has no effect.
    public func handle(_ event: NielsenLifecycleEvent) {
        instance.handle(event, deliver)
    }

    /// How long the app and its sections were in front of the user.
    public var lifecycleSummary: NielsenLifecycleSummary { instance.lifecycleSummary }

    /// Where the app is, as far as the instance was told.
    public var lifecyclePhase: NielsenLifecycle.Phase { instance.lifecyclePhase }

    /// What has come between and is not over.
    public var interruptions: Set<NielsenInterruption> { instance.interruptions }
}
