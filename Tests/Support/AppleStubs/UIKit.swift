// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters is ever built against it.

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

    /// The one of the process, where it is one of an app.
    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    public class var shared: UIApplication { UIApplication() }
    /// Where it is.
    open var applicationState: State { .active }

    /// Whether the device is unlocked.
    open var isProtectedDataAvailable: Bool { true }

    /// Asks for time behind.
    open func beginBackgroundTask(
        withName name: String?,
        expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .invalid }
    /// Gives it back.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    /// Went behind.
    public nonisolated class var didEnterBackgroundNotification: Notification.Name {
        Notification.Name("didEnterBackgroundNotification")
    }
    /// Comes to the front.
    public nonisolated class var willEnterForegroundNotification: Notification.Name {
        Notification.Name("willEnterForegroundNotification")
    }
    /// Is about to end.
    public nonisolated class var willTerminateNotification: Notification.Name {
        Notification.Name("willTerminateNotification")
    }
    /// Was locked.
    public nonisolated class var protectedDataWillBecomeUnavailableNotification: Notification.Name {
        Notification.Name("protectedDataWillBecomeUnavailableNotification")
    }
    /// Was unlocked.
    public nonisolated class var protectedDataDidBecomeAvailableNotification: Notification.Name {
        Notification.Name("protectedDataDidBecomeAvailableNotification")
    }
}

/// Time behind.
public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
    /// None.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
    /// As a number.
    public let rawValue: Int

    /// Makes one.
    public init(rawValue: Int) { self.rawValue = rawValue }
}

extension UIApplication {
    /// What is connected to the app.
    public var connectedScenes: Set<UIScene> { [] }
}

/// A part of the app that is shown by itself.
@MainActor
open class UIScene: NSObject {
    /// Where it is.
    public enum ActivationState: Int, Sendable {
        /// Nowhere.
        case unattached = -1
        /// In front.
        case foregroundActive
        /// In front, without events.
        case foregroundInactive
        /// Behind.
        case background
    }

    /// Where it is.
    open var activationState: ActivationState { .unattached }

    /// Went behind.
    public nonisolated class var didEnterBackgroundNotification: Notification.Name {
        Notification.Name("sceneDidEnterBackgroundNotification")
    }
    /// Comes to the front.
    public nonisolated class var willEnterForegroundNotification: Notification.Name {
        Notification.Name("sceneWillEnterForegroundNotification")
    }
    /// Is no longer part of the app.
    public nonisolated class var didDisconnectNotification: Notification.Name {
        Notification.Name("sceneDidDisconnectNotification")
    }
}

/// A scene with windows.
open class UIWindowScene: UIScene {
    /// Where it is shown.
    open var screen: UIScreen { UIScreen() }
    /// Its windows.
    open var windows: [UIWindow] { [] }
}

/// What kind of device an interface is for.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// A phone.
    case phone
    /// A tablet.
    case pad
    /// A television.
    case tv
}

/// The device.
@MainActor
open class UIDevice: NSObject {
    /// The one that this runs on.
    public class var current: UIDevice { UIDevice() }
    /// The version of its system.
    open var systemVersion: String { "" }
    /// What it is.
    open var model: String { "" }
    /// What its user calls it.
    open var name: String { "" }
    /// The same for all apps of a vendor.
    open var identifierForVendor: UUID? { nil }
    /// What kind of device it is.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
}

/// A colour.
open class UIColor: NSObject {
    /// The same for drawing.
    open var cgColor: CGColor { CGColor() }
}

/// A colour for drawing.
public final class CGColor: Sendable {
    /// How opaque it is.
    public var alpha: CGFloat { 1 }
}

/// What a view paints into.
open class CALayer: NSObject {
    /// What it shows.
    open var contents: Any? { nil }
}

/// How something is shown.
open class UITraitCollection: NSObject {
    /// How many pixels a point has.
    open var displayScale: CGFloat { 1 }
}

/// A view.
@MainActor
open class UIView: NSObject {
    /// What it is called.
    open var tag: Int { 0 }
    /// How opaque it is.
    open var alpha: CGFloat { 1 }
    /// Whether it is hidden.
    open var isHidden: Bool { false }
    /// Whether it cuts off what is in it.
    open var clipsToBounds: Bool { false }
    /// Its rectangle, in its own coordinates.
    open var bounds: CGRect { .zero }
    /// What is behind what it shows.
    open var backgroundColor: UIColor? { nil }
    /// What it paints into.
    open var layer: CALayer { CALayer() }
    /// How it is shown.
    open var traitCollection: UITraitCollection { UITraitCollection() }
    /// The views in it.
    open var subviews: [UIView] { [] }
    /// A rectangle in the coordinates of another view.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { rect }
    /// The first view with a tag.
    open func viewWithTag(_ tag: Int) -> UIView? { nil }
}

/// A screen.
@MainActor
open class UIScreen: NSObject {
    /// Its rectangle.
    open var bounds: CGRect { .zero }
}

/// A window.
open class UIWindow: UIView {
    /// How far in front it is.
    public struct Level: RawRepresentable, Comparable, Sendable {
        /// As a number.
        public let rawValue: CGFloat

        /// Makes a level.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// Whether one is behind the other.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One became visible.
    public nonisolated class var didBecomeVisibleNotification: Notification.Name {
        Notification.Name("didBecomeVisibleNotification")
    }
    /// A rectangle in the coordinates of another window.
    open func convert(_ rect: CGRect, from window: UIWindow?) -> CGRect { rect }
    /// The scene that it belongs to.
    open var windowScene: UIWindowScene? { nil }
    /// How far in front it is.
    open var windowLevel: Level { Level(rawValue: 0) }
}
