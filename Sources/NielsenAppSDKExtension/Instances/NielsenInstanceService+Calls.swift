// SPDX-License-Identifier: Apache-2.0

/// The mirrored calls.
///
/// Each returns what the event of the same meaning is answered with: `code` (Int), `description`, `identifier` where one
/// exists, and the value that was asked for. Source: "DCR & DTVR iOS Adobe Launch Extension", "Public APIs exposed by
/// extension".
extension NielsenInstanceService {
    /// Makes an instance from a configuration.
    ///
    /// - Parameter configuration: At least `appid`; all values are strings.
    /// - Returns: `identifier` for further calls; codes 5001, 5004, 5005, 5006, 5011, 5012.
    public func instantiateSDK(withConfiguration configuration: [AnyHashable: Any]?) -> [String: Any] {
        call { () throws(InstanceFailure) in try InstanceCommand(configuration: configuration) }
    }

    /// Makes an instance from the hub's configuration.
    ///
    /// - Returns: `identifier` for further calls; codes 5001, 5003, 5005, 5006, 5011.
    public func instantiateSDKWithRemoteConfiguration() -> [String: Any] {
        call { () throws(InstanceFailure) in .instantiateRemote }
    }

    /// Ends an instance.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: No `identifier`, since it no longer exists; codes 5001, 5005, 5010.
    @discardableResult
    public func removeSDK(withIdentifier identifier: String?) -> [String: Any] {
        call { () throws(InstanceFailure) in .remove(try InstanceCommand.usable(identifier)) }
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
    public func trackEvent(
        _ event: [AnyHashable: Any]?,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        call(about: identifier) { () throws(InstanceFailure) in
            try InstanceCommand(track: event, identifier: identifier)
        }
    }

    /// Asks for the opt-out status.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `optout_status`, 0 or 1; codes 5001, 5005, 5010.
    public func optOutStatusForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call { () throws(InstanceFailure) in .optOutStatus(try InstanceCommand.usable(identifier)) }
    }

    /// Asks whether measurement is switched off.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `app_disable`, 0 or 1; codes 5001, 5005, 5010.
    public func appDisableForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call { () throws(InstanceFailure) in .appDisable(try InstanceCommand.usable(identifier)) }
    }

    /// Switches measurement off or on.
    ///
    /// - Parameters:
    ///   - appDisable: True to switch it off.
    ///   - identifier: What instantiating returned.
    /// - Returns: `app_disable`, 0 or 1; codes 5001, 5005, 5010.
    @discardableResult
    public func setAppDisable(_ appDisable: Bool, forSDKWithIdentifier identifier: String?) -> [String: Any] {
        call { () throws(InstanceFailure) in .setAppDisable(appDisable, try InstanceCommand.usable(identifier)) }
    }

    /// Asks for the demographic identifier.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `demographic_id`; codes 5001, 5002, 5005, 5010.
    public func demographicIdForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call { () throws(InstanceFailure) in .demographicId(try InstanceCommand.usable(identifier)) }
    }

    /// Asks for the address of the opt-out page.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `optout_url`; codes 5001, 5002, 5005, 5010.
    public func optOutURLForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call { () throws(InstanceFailure) in .optOutURL(try InstanceCommand.usable(identifier)) }
    }

    /// Asks for the version of the SDK.
    ///
    /// - Parameter identifier: What instantiating returned.
    /// - Returns: `meter_version`; codes 5001, 5002, 5005, 5010.
    public func meterVersionForSDK(withIdentifier identifier: String?) -> [String: Any] {
        call { () throws(InstanceFailure) in .meterVersion(try InstanceCommand.usable(identifier)) }
    }
}
