// SPDX-License-Identifier: Apache-2.0

/// The user's answer to the system's tracking prompt; the cases of `ATTrackingManager.AuthorizationStatus`.
public enum NielsenTrackingAuthorization: String, Sendable, Hashable, CaseIterable {
    /// The user has not been asked.
    case notDetermined
    /// The user cannot be asked, because a policy of the device forbids tracking.
    case restricted
    /// The user denied tracking.
    case denied
    /// The user allowed tracking.
    case authorized

    /// Reads the status of the system.
    ///
    /// - Parameter systemValue: The `rawValue` of an `ATTrackingManager.AuthorizationStatus`, 0 to 3. Any other value
    ///   is treated as ``denied``, because an unknown status must not release identifiers.
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
