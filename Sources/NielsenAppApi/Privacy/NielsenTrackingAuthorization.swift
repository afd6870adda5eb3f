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

    /// Reads the system's answer.
    ///
    /// - Parameter systemValue: The `rawValue` of an `ATTrackingManager.AuthorizationStatus`, 0 to 3. Any other is taken as
    ///   ``denied``: what this version does not know must not let identifiers out.
    public init(systemValue: UInt) {
        self =
            switch systemValue {
            case 0: .notDetermined
            case 1: .restricted
            case 3: .authorized
            default: .denied
            }
    }
}
