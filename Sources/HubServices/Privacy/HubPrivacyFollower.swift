// SPDX-License-Identifier: Apache-2.0

/// An object that sends only what a host's privacy status allows, such as a durable queue.
///
/// Every method may be called on any thread.
public protocol HubPrivacyFollower: AnyObject, Sendable {
    /// Sets whether the object may send.
    ///
    /// - Parameter status: The status. After ``HubPrivacyStatus/optedOut`` nothing that waited is sent any more.
    func setPrivacyStatus(_ status: HubPrivacyStatus)

    /// Sets a closure that is asked for the status right before something is sent, for a status that another process
    /// may change.
    ///
    /// - Parameter source: Returns the status, or nil where it is no longer known; called on any thread, with no lock
    ///   held. Nil removes the source.
    func askBeforeSending(_ source: (@Sendable () -> HubPrivacyStatus?)?)
}
