// SPDX-License-Identifier: Apache-2.0

public import NielsenAppApi

extension NielsenAppSDKExtension {
    /// Reports an event of the app, the device or the player to every instance, including those made later.
    ///
    /// ```swift
    /// func applicationDidEnterBackground(_ application: UIApplication) {
    ///     NielsenAppSDKExtension.handle(.background)
    /// }
    /// ```
    ///
    /// - Parameter event: The event.
    public static func handle(_ event: NielsenLifecycleEvent) {
        service.handle(event)
    }

    /// Reports an event of the player of one instance.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - identifier: The identifier that instantiating the SDK returned.
    /// - Returns: Codes 5001, 5005, 5010.
    @discardableResult
    public static func handle(
        _ event: NielsenLifecycleEvent,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        service.handle(event, forSDKWithIdentifier: identifier)
    }

    /// A receiver for the observers of the SDK that represents all instances together.
    ///
    /// ```swift
    /// observer = NielsenAppLifecycleObserver(NielsenAppSDKExtension.lifecycle, application: application)
    /// ```
    public static var lifecycle: any NielsenLifecycleReceiver { service }
}
