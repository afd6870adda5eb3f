// SPDX-License-Identifier: Apache-2.0

/// The status that determines whether a host may send the data it collects.
///
/// This is the host's own switch for everything that leaves the app. It is not the measurement opt-out of an SDK, which
/// is a choice about one kind of measurement.
public enum HubPrivacyStatus: String, Sendable, Hashable, CaseIterable {
    /// The user agreed: hits are stored and sent.
    case optedIn
    /// The user refused: stored hits are discarded, and new ones are neither stored nor sent.
    case optedOut
    /// The user has not been asked: hits are stored until there is an answer.
    case unknown
}

// What apps import beside this package has a status of this name too, so the public one begins with `Hub`. Inside the package,
// where nothing collides, the short one will do.
package typealias PrivacyStatus = HubPrivacyStatus

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
