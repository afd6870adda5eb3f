// SPDX-License-Identifier: Apache-2.0

public import NielsenAppApi

extension NielsenAppSDKExtension {
    /// Says what happens to the app, to the device or to the player: to every instance, and to those that are made later.
    ///
    /// ```swift
    /// func applicationDidEnterBackground(_ application: UIApplication) {
    ///     NielsenAppSDKExtension.handle(.background)
    /// }
    /// ```
    ///
    /// - Parameter event: What happened.
    public static func handle(_ event: NielsenLifecycleEvent) {
        service.handle(event)
    }

    /// Says what happens to the player of one instance.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - identifier: What instantiating returned.
    /// - Returns: Codes 5001, 5005, 5010.
    @discardableResult
    public static func handle(
        _ event: NielsenLifecycleEvent,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        service.handle(event, forSDKWithIdentifier: identifier)
    }

    /// What the observers of the SDK are made with, in place of an instance: all instances together.
    ///
    /// ```swift
    /// observer = NielsenAppLifecycleObserver(NielsenAppSDKExtension.lifecycle, application: application)
    /// ```
    public static var lifecycle: any NielsenLifecycleReceiver { service }
}
