// SPDX-License-Identifier: Apache-2.0

public import NielsenAppApi

extension NielsenAppSDKExtension {
    /// Makes an instance from a configuration.
    ///
    /// - Parameter configuration: The app information, with at least `appid`; all values are strings.
    /// - Returns: The `identifier` for further calls; codes 5001, 5004, 5005, 5006, 5011, 5012.
    public static func instantiateSDK(withConfiguration configuration: [AnyHashable: Any]?) -> [String: Any] {
        service.instantiateSDK(withConfiguration: configuration)
    }

    /// Makes an instance from the configuration of the Launch property.
    ///
    /// - Returns: The `identifier` for further calls; codes 5001, 5003, 5005, 5006, 5011.
    public static func instantiateSDKWithRemoteConfiguration() -> [String: Any] {
        service.instantiateSDKWithRemoteConfiguration()
    }

    /// Ends an instance.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: No `identifier`, because it is no longer valid; codes 5001, 5005, 5010.
    @discardableResult
    public static func removeSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.removeSDK(withIdentifier: identifier)
    }

    /// Passes an event to the SDK.
    ///
    /// The SDK validates the contents of the event: the code is 5001 even if it finds an error, which is reported to
    /// the listeners.
    ///
    /// - Parameters:
    ///   - event: A dictionary with `event`, `type`, `metadata`, `playheadPosition`, `id3Data`, `ottData`, `optout`, `buffering` and
    ///     `buttonEvent`.
    ///   - identifier: The identifier that instantiating the SDK returned.
    /// - Returns: Codes 5001, 5005, 5010.
    @discardableResult
    public static func trackEvent(
        _ event: [AnyHashable: Any]?,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        service.trackEvent(event, forSDKWithIdentifier: identifier)
    }

    /// Returns the opt-out status.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `optout_status`, 0 or 1; codes 5001, 5005, 5010.
    public static func optOutStatusForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.optOutStatusForSDK(withIdentifier: identifier)
    }

    /// Returns whether measurement is disabled.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `app_disable`, 0 or 1; codes 5001, 5005, 5010.
    public static func appDisableForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.appDisableForSDK(withIdentifier: identifier)
    }

    /// Disables or enables measurement.
    ///
    /// - Parameters:
    ///   - appDisable: True to disable measurement.
    ///   - identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `app_disable`, 0 or 1; codes 5001, 5005, 5010.
    @discardableResult
    public static func setAppDisable(
        _ appDisable: Bool,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        service.setAppDisable(appDisable, forSDKWithIdentifier: identifier)
    }

    /// Returns the demographic identifier.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `demographic_id`; codes 5001, 5002, 5005, 5010.
    public static func demographicIdForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.demographicIdForSDK(withIdentifier: identifier)
    }

    /// Returns the address of the opt-out page.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `optout_url`; codes 5001, 5002, 5005, 5010.
    public static func optOutURLForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.optOutURLForSDK(withIdentifier: identifier)
    }

    /// Returns the version of the SDK.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `meter_version`; codes 5001, 5002, 5005, 5010.
    public static func meterVersionForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.meterVersionForSDK(withIdentifier: identifier)
    }
}

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

extension NielsenAppSDKExtension {
    /// Passes an event to the SDK, under the name that one example of the documentation uses.
    ///
    /// - Parameters:
    ///   - event: The event, as for ``trackEvent(_:forSDKWithIdentifier:)``.
    ///   - identifier: The identifier that instantiating the SDK returned.
    /// - Returns: Codes 5001, 5005, 5010.
    @available(*, deprecated, renamed: "trackEvent(_:forSDKWithIdentifier:)")
    @discardableResult
    public static func trackSdkEvent(
        _ event: [AnyHashable: Any]?,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        trackEvent(event, forSDKWithIdentifier: identifier)
    }
}
