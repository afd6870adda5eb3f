// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters is ever built against it.

public import Foundation

/// Where the advertising identifier is.
public final class ASIdentifierManager: NSObject {
    /// The one of the process.
    public class func shared() -> ASIdentifierManager { ASIdentifierManager() }
    /// The identifier; zeros if the user does not agree.
    public var advertisingIdentifier: UUID { UUID() }
}
