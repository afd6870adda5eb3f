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
