// SPDX-License-Identifier: Apache-2.0

extension NielsenAppSDKExtension {
    /// Makes an instance from a configuration.
    ///
    /// - Parameter configuration: At least `appid`; all values are strings.
    /// - Returns: `identifier` for further calls; codes 5001, 5004, 5005, 5006, 5011, 5012.
    public static func instantiateSDK(withConfiguration configuration: [AnyHashable: Any]?) -> [String: Any] {
        service.instantiateSDK(withConfiguration: configuration)
    }

    /// Makes an instance from the configuration of the Launch property.
    ///
    /// - Returns: `identifier` for further calls; codes 5001, 5003, 5005, 5006, 5011.
    public static func instantiateSDKWithRemoteConfiguration() -> [String: Any] {
        service.instantiateSDKWithRemoteConfiguration()
    }

    /// Ends an instance.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: No `identifier`, since it no longer exists; codes 5001, 5005, 5010.
    @discardableResult
    public static func removeSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.removeSDK(withIdentifier: identifier)
    }

    /// Hands an event to the SDK.
    ///
    /// What is wrong inside the event is the SDK's to judge: the code is 5001 and the SDK's error goes to the listeners.
    ///
    /// - Parameters:
    ///   - event: `event`, `type`, `metadata`, `playheadPosition`, `id3Data`, `ottData`.
    ///   - identifier: What instantiating returned.
    /// - Returns: Codes 5001, 5005, 5010.
    @discardableResult
    public static func trackEvent(
        _ event: [AnyHashable: Any]?,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        service.trackEvent(event, forSDKWithIdentifier: identifier)
    }

    /// Asks for the opt-out status.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `optout_status`, 0 or 1; codes 5001, 5005, 5010.
    public static func optOutStatusForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.optOutStatusForSDK(withIdentifier: identifier)
    }

    /// Asks whether measurement is switched off.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `app_disable`, 0 or 1; codes 5001, 5005, 5010.
    public static func appDisableForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.appDisableForSDK(withIdentifier: identifier)
    }

    /// Switches measurement off or on.
    ///
    /// - Parameters:
    ///   - appDisable: True to switch it off.
    ///   - identifier: What instantiating returned.
    /// - Returns: `app_disable`, 0 or 1; codes 5001, 5005, 5010.
    @discardableResult
    public static func setAppDisable(
        _ appDisable: Bool,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        service.setAppDisable(appDisable, forSDKWithIdentifier: identifier)
    }

    /// Asks for the demographic identifier.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `demographic_id`; codes 5001, 5002, 5005, 5010.
    public static func demographicIdForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.demographicIdForSDK(withIdentifier: identifier)
    }

    /// Asks for the address of the opt-out page.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `optout_url`; codes 5001, 5002, 5005, 5010.
    public static func optOutURLForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.optOutURLForSDK(withIdentifier: identifier)
    }

    /// Asks for the version of the SDK.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `meter_version`; codes 5001, 5002, 5005, 5010.
    public static func meterVersionForSDK(withIdentifier identifier: String?) -> [String: Any] {
        service.meterVersionForSDK(withIdentifier: identifier)
    }
}
