// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A feed that reports changes of the device to instances, for example when the user answers the tracking prompt or
/// changes the language or the name of the device.
///
/// ```swift
/// let environment = NielsenEnvironment.default
/// ATTrackingManager.requestTrackingAuthorization { status in
///     var device = environment.device
///     device.trackingAuthorization = NielsenTrackingAuthorization(systemValue: status.rawValue)
///     if status == .authorized {
///         device.advertisingId = ASIdentifierManager.shared().advertisingIdentifier.uuidString
///     }
///     environment.deviceChanged(device)
/// }
/// ```
///
/// One feed serves any number of instances, including those of a hub's extension. An instance that is made later starts
/// with the device that was sent last.
package final class NielsenDeviceFeed: Sendable {
    /// A function that receives a device and the number of devices sent before it; it returns false if the receiver no
    /// longer exists.
    typealias Subscriber = @Sendable (NielsenDevice, Int) -> Bool

    /// Guarded by `state`.
    private struct State {
        var device: NielsenDevice?
        var version = 0
        var subscribers: [Int: Subscriber] = [:]
        var next = 0
    }

    private let state = Locked(State())

    /// Makes a feed that has sent no device.
    package init() {}

    /// The device that was sent last; nil if none was.
    package var current: NielsenDevice? { state.withLock { $0.device } }

    /// Sends the device to every instance.
    ///
    /// The device is in effect when the call returns. This method may be called on any thread; if two threads send at
    /// the same time, the later device prevails.
    ///
    /// - Parameter device: All facts about the current device.
    package func send(_ device: NielsenDevice) {
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

    /// Registers a receiver for every device from now on, and for the last one sent before.
    func subscribe(_ subscriber: @escaping Subscriber) {
        let (device, version) = state.withLock { state in
            state.subscribers[state.next] = subscriber
            state.next += 1
            return (state.device, state.version)
        }
        if let device { _ = subscriber(device, version) }
    }
}
