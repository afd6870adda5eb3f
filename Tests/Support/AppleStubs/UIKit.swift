// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. It is only ever type-checked against, never linked.

public import Foundation

/// The application.
@MainActor
open class UIApplication: NSObject {
    /// Where it is.
    public enum State: Int, Sendable {
        /// In front.
        case active
        /// In front, without events.
        case inactive
        /// Behind.
        case background
    }

    /// The one of the process.
    public class var shared: UIApplication { UIApplication() }
    /// Where it is.
    open var applicationState: State { .active }

    /// Went behind.
    public class var didEnterBackgroundNotification: Notification.Name { Notification.Name("1") }
    /// Comes to the front.
    public class var willEnterForegroundNotification: Notification.Name { Notification.Name("2") }
    /// Is about to end.
    public class var willTerminateNotification: Notification.Name { Notification.Name("3") }
    /// Was locked.
    public class var protectedDataWillBecomeUnavailableNotification: Notification.Name { Notification.Name("4") }
    /// Was unlocked.
    public class var protectedDataDidBecomeAvailableNotification: Notification.Name { Notification.Name("5") }
}
