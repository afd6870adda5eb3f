// SPDX-License-Identifier: Apache-2.0

/// A receiver of lifecycle events: ``NielsenAppApi`` and ``NielsenEventTracker``.
public protocol NielsenLifecycleReceiver: AnyObject, Sendable {
    /// Handles an event.
    ///
    /// - Parameter event: The event. Events may come from any thread; a repeated one has no effect.
    func handle(_ event: NielsenLifecycleEvent)

    /// Sends the queued pings and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - completion: Receives the number of pings that are left, once, on any thread.
    func flush(timeout: Duration, completion: @escaping @Sendable (Int) -> Void)
}

extension NielsenLifecycleReceiver {
    /// Sends nothing, for a receiver that has no pings of its own.
    public func flush(timeout: Duration, completion: @escaping @Sendable (Int) -> Void) { completion(0) }
}

extension NielsenAppApi: NielsenLifecycleReceiver {
    /// Reports what happens to the app, to the device or to the player.
    ///
    /// The instance makes the calls that follow: `stop`, `staticEnd`, and those that resume. See <doc:Lifecycle>.
    ///
    /// - Parameter event: The event. A repeated one has no effect.
    ///
    /// Source: "DCR Video iOS SDK guide", "Handling Foreground and Background states" and "Interruptions during
    /// playback".
    public func handle(_ event: NielsenLifecycleEvent) {
        instance.handle(event)
    }

    /// The times that the app and its sections were in front of the user.
    public var lifecycleSummary: NielsenLifecycleSummary { instance.lifecycleSummary }

    /// The phase of the app, according to the events so far.
    package var lifecyclePhase: NielsenLifecycle.Phase { instance.lifecyclePhase }

    /// The interruptions that are not over.
    public var interruptions: Set<NielsenInterruption> { instance.interruptions }
}

extension NielsenEventTracker: NielsenLifecycleReceiver {
    /// Reports what happens to the app, to the device or to the player.
    ///
    /// The instance makes the calls that follow. Events of ``trackEvent(_:)-([String:Any])`` that come meanwhile are
    /// not measured.
    ///
    /// - Parameter event: The event. A repeated one has no effect.
    public func handle(_ event: NielsenLifecycleEvent) {
        instance.handle(event)
    }

    /// The times that the app and its sections were in front of the user.
    public var lifecycleSummary: NielsenLifecycleSummary { instance.lifecycleSummary }

    /// The phase of the app, according to the events so far.
    package var lifecyclePhase: NielsenLifecycle.Phase { instance.lifecyclePhase }

    /// The interruptions that are not over.
    public var interruptions: Set<NielsenInterruption> { instance.interruptions }
}
