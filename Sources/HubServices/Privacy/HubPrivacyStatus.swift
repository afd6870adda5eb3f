// SPDX-License-Identifier: Apache-2.0

/// Whether a host may send what it collects.
///
/// This is the host's own switch, for everything that leaves the app. It is not the measurement opt-out of an SDK,
/// which is a choice about one kind of measurement.
public enum HubPrivacyStatus: String, Sendable, Hashable, CaseIterable {
    /// The user agreed: hits are kept and sent.
    case optedIn
    /// The user refused: what waits is discarded, nothing is sent, nothing new is taken.
    case optedOut
    /// The user was not asked yet: hits are kept and wait.
    case unknown
}

// What apps import beside this package has a status of this name too, so the public one begins with `Hub`. Inside the package,
// where nothing collides, the short one will do.
package typealias PrivacyStatus = HubPrivacyStatus
