// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters is ever built against it.

public import Foundation

/// Asks the user.
public final class ATTrackingManager: NSObject {
    /// The answer.
    public enum AuthorizationStatus: UInt, Sendable {
        /// None yet.
        case notDetermined
        /// Nobody may ask.
        case restricted
        /// No.
        case denied
        /// Yes.
        case authorized
    }

    /// Asks the user once.
    public class func requestTrackingAuthorization(
        completionHandler completion: @escaping @Sendable (AuthorizationStatus) -> Void
    ) {}
}
