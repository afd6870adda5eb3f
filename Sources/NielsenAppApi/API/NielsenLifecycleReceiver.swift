// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices

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

    /// The interruptions that are not over.
    public var interruptions: Set<NielsenInterruption> { instance.interruptions }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// Call this method before the process ends; pings that are left then are sent at the next launch.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - completion: Receives the number of pings that are left, once, on any thread; immediately if none are queued.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (Int) -> Void
    ) {
        instance.flush(timeout: timeout, completion: completion)
    }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: The number of pings that are left, queued or in flight. They are sent later, by this process or the next one.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> Int {
        await awaitedValue { instance.flush(timeout: timeout, completion: $0) }
    }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait, in seconds, up to an hour.
    ///   - completion: Receives the number of pings that are left, once, on any thread.
    public func flush(withTimeout timeout: TimeInterval, completion: @escaping @Sendable (Int) -> Void) {
        instance.flush(timeout: .atMostAnHour(timeout), completion: completion)
    }
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

    /// The interruptions that are not over.
    public var interruptions: Set<NielsenInterruption> { instance.interruptions }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - completion: Receives the number of pings that are left, once, on any thread; immediately if none are queued.
    public func flush(
        timeout: Duration = .seconds(5),
        completion: @escaping @Sendable (Int) -> Void
    ) {
        instance.flush(timeout: timeout, completion: completion)
    }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: The number of pings that are left, queued or in flight. They are sent later, by this process or the next one.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> Int {
        await awaitedValue { instance.flush(timeout: timeout, completion: $0) }
    }

    /// Sends the queued pings of this instance and waits until they have been sent or the timeout has passed.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait, in seconds, up to an hour.
    ///   - completion: Receives the number of pings that are left, once, on any thread.
    public func flush(withTimeout timeout: TimeInterval, completion: @escaping @Sendable (Int) -> Void) {
        instance.flush(timeout: .atMostAnHour(timeout), completion: completion)
    }
}

extension Duration {
    /// A number of seconds from outside, which may be none, as a duration.
    package static func atMostAnHour(_ seconds: TimeInterval) -> Duration {
        .seconds(seconds > 0 ? min(seconds, 3_600) : 0)
    }
}
