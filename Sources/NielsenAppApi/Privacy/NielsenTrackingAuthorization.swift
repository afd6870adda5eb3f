// SPDX-License-Identifier: Apache-2.0

/// What the user answered to the system's question whether the app may track; the cases of
/// `ATTrackingManager.AuthorizationStatus`.
public enum NielsenTrackingAuthorization: String, Sendable, Hashable, CaseIterable {
    /// The user was not asked yet.
    case notDetermined
    /// The user may not be asked: a policy of the device forbids tracking.
    case restricted
    /// The user said no.
    case denied
    /// The user said yes.
    case authorized
}
