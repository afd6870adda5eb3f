// SPDX-License-Identifier: Apache-2.0

/// What the hub tells an extension, whatever way it was registered.
public protocol ExtensionCallbacks: AnyObject, Sendable {
    /// Tells that the extension is registered.
    func onRegistered()

    /// Tells that the extension hears nothing more. Every API may be called from here.
    func onUnregistered()

    /// Tells of something that went wrong with the extension, such as a listener that took too long.
    ///
    /// - Parameter error: What went wrong. Called while the listener in question may still run, on a lane of its own.
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
