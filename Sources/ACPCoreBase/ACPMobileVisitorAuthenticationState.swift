// SPDX-License-Identifier: Apache-2.0

/// The state of a visitor's authentication.
public enum ACPMobileVisitorAuthenticationState: UInt, Sendable {
    /// Unknown.
    case unknown = 0
    /// The visitor is logged in.
    case authenticated = 1
    /// The visitor was logged in and has logged out.
    case loggedOut = 2
}
