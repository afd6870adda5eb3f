// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Tells instances what becomes of the device: the user answers the tracking question, changes the language, or gives
/// the device another name.
///
/// ```swift
/// let environment = NielsenEnvironment.default
/// ATTrackingManager.requestTrackingAuthorization { status in
///     var device = environment.device
///     device.trackingAuthorization = NielsenTrackingAuthorization(systemValue: status.rawValue)
///     if status == .authorized {
///         device.advertisingId = ASIdentifierManager.shared().advertisingIdentifier.uuidString
///     }
///     environment.deviceFeed.send(device)
/// }
/// ```
///
/// One feed serves any number of instances, also those that a hub's extension keeps. An instance that is made later
/// starts with what was sent last.
public final class NielsenDeviceFeed: Sendable {
    /// Takes a device and how many were sent before it; false says that nobody is there any more.
    typealias Subscriber = @Sendable (NielsenDevice, Int) -> Bool

    /// Guarded by `state`.
    private struct State {
        var device: NielsenDevice?
        var version = 0
        var subscribers: [Int: Subscriber] = [:]
        var next = 0
    }

    private let state = Locked(State())

    /// Makes a feed that has sent nothing.
    public init() {}

    /// What was sent last; nil where nothing was.
    public var current: NielsenDevice? { state.withLock { $0.device } }

    /// Tells every instance.
    ///
    /// It has taken effect when the call returns. May be called on any thread; of two threads that send at the same time
    /// the later one holds.
    ///
    /// - Parameter device: The whole device as it is now.
    public func send(_ device: NielsenDevice) {
        let (subscribers, version) = state.withLock { state in
            state.device = device
            state.version += 1
            return (state.subscribers, state.version)
        }
        let gone = subscribers.filter { !$0.value(device, version) }.map(\.key)
        guard !gone.isEmpty else { return }
        state.withLock { state in
            for key in gone { state.subscribers[key] = nil }
        }
    }

    /// Hears of every device from now on, and at once of one that was sent before.
    func subscribe(_ subscriber: @escaping Subscriber) {
        let (device, version) = state.withLock { state in
            state.subscribers[state.next] = subscriber
            state.next += 1
            return (state.device, state.version)
        }
        if let device { _ = subscriber(device, version) }
    }
}
