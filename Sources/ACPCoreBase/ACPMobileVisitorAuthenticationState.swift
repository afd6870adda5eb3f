// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
    import Foundation
#endif

/// The state of a visitor's authentication.
#if canImport(ObjectiveC)
    @objc(ACPMobileVisitorAuthenticationState)
#endif
public enum ACPMobileVisitorAuthenticationState: UInt, Sendable {
    /// Unknown.
    case unknown = 0
    /// The visitor is logged in.
    case authenticated = 1
    /// The visitor was logged in and has logged out.
    case loggedOut = 2
}
