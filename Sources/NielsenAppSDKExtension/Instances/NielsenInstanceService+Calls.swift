// SPDX-License-Identifier: Apache-2.0

/// The calls that mirror the events.
///
/// Each returns the dictionary with which the corresponding event is answered: `code` (Int), `description`,
/// `identifier` if there is one, and the requested value. Source: "DCR & DTVR iOS Adobe Launch Extension", "Public APIs
/// exposed by extension".
extension NielsenInstanceService {
    /// Makes an instance from a configuration.
    ///
    /// - Parameter configuration: The app information, with at least `appid`; all values are strings.
    /// - Returns: The `identifier` for further calls; codes 5001, 5004, 5005, 5006, 5011, 5012.
    public func instantiateSDK(withConfiguration configuration: [AnyHashable: Any]?) -> [String: Any] {
        call { () throws(InstanceFailure) in try InstanceCommand(configuration: configuration) }
    }

    /// Makes an instance from the hub's configuration.
    ///
    /// - Returns: The `identifier` for further calls; codes 5001, 5003, 5005, 5006, 5011.
    public func instantiateSDKWithRemoteConfiguration() -> [String: Any] {
        call { () throws(InstanceFailure) in .event(.instantiateWithRemoteConfiguration) }
    }

    /// Ends an instance.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: No `identifier`, because it is no longer valid; codes 5001, 5005, 5010.
    @discardableResult
    public func removeSDK(withIdentifier identifier: String?) -> [String: Any] {
        call(identifier) { .remove(identifier: $0) }
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
    public func trackEvent(
        _ event: [AnyHashable: Any]?,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        call(about: identifier) { () throws(InstanceFailure) in
            try InstanceCommand(track: event, identifier: identifier)
        }
    }

    /// Returns the opt-out status.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `optout_status`, 0 or 1; codes 5001, 5005, 5010.
    public func optOutStatusForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call(identifier) { .optOutStatus(identifier: $0) }
    }

    /// Returns whether measurement is disabled.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `app_disable`, 0 or 1; codes 5001, 5005, 5010.
    public func appDisableForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call(identifier) { .appDisable(identifier: $0) }
    }

    /// Disables or enables measurement.
    ///
    /// - Parameters:
    ///   - appDisable: True to disable measurement.
    ///   - identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `app_disable`, 0 or 1; codes 5001, 5005, 5010.
    @discardableResult
    public func setAppDisable(_ appDisable: Bool, forSDKWithIdentifier identifier: String?) -> [String: Any] {
        call(identifier) { .setAppDisable(appDisable, identifier: $0) }
    }

    /// Returns the demographic identifier.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `demographic_id`; codes 5001, 5002, 5005, 5010.
    public func demographicIdForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call(identifier) { .demographicId(identifier: $0) }
    }

    /// Returns the address of the opt-out page.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `optout_url`; codes 5001, 5002, 5005, 5010.
    public func optOutURLForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call(identifier) { .optOutURL(identifier: $0) }
    }

    /// Returns the version of the SDK.
    ///
    /// - Parameter identifier: The identifier that instantiating the SDK returned.
    /// - Returns: `meter_version`; codes 5001, 5002, 5005, 5010.
    public func meterVersionForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call(identifier) { .meterVersion(identifier: $0) }
    }

    /// Executes the command of an event about an instance.
    private func call(_ identifier: String?, _ event: (String) -> NielsenInstanceEvent) -> [String: Any] {
        call { () throws(InstanceFailure) in .event(event(try InstanceCommand.usable(identifier))) }
    }
}
