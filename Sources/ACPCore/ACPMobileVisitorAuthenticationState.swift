// SPDX-License-Identifier: Apache-2.0

/// Whether a visitor has proved to be the owner of an identifier.
public enum ACPMobileVisitorAuthenticationState: UInt, Sendable {
    /// Not known.
    case unknown = 0
    /// The visitor is logged in.
    case authenticated = 1
    /// The visitor was logged in and has logged out.
    case loggedOut = 2
}
