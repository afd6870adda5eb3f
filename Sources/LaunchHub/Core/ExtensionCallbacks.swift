// SPDX-License-Identifier: Apache-2.0

/// The callbacks that every extension receives from the hub, however it was registered.
public protocol ExtensionCallbacks: AnyObject, Sendable {
    /// Called when the extension has been registered.
    func onRegistered()

    /// Called after the extension has received its last event. Every API may still be called from here.
    func onUnregistered()

    /// Called when something goes wrong with the extension, such as a listener that takes too long.
    ///
    /// - Parameter error: The error. This method runs on a mailbox of its own, while the listener in question may still
    ///   be running.
    func unexpectedError(_ error: HubError)
}

extension ExtensionCallbacks {
    /// Does nothing.
    public func onRegistered() {}

    /// Does nothing.
    public func onUnregistered() {}

    /// Does nothing.
    public func unexpectedError(_ error: HubError) {}
}
