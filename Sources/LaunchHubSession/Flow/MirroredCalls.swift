// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppSDKExtension

/// The mirrored calls, whether they are made on a service or on the documented class.
protocol MirroredCalls: Sendable {
    func instantiateSDK(withConfiguration configuration: [AnyHashable: Any]?) -> [String: Any]
    func instantiateSDKWithRemoteConfiguration() -> [String: Any]
    func removeSDK(withIdentifier identifier: String?) -> [String: Any]
    func trackEvent(_ event: [AnyHashable: Any]?, forSDKWithIdentifier identifier: String?) -> [String: Any]
    func optOutStatusForSDK(withIdentifier identifier: String?) -> [String: Any]
    func appDisableForSDK(withIdentifier identifier: String?) -> [String: Any]
    func setAppDisable(_ appDisable: Bool, forSDKWithIdentifier identifier: String?) -> [String: Any]
    func demographicIdForSDK(withIdentifier identifier: String?) -> [String: Any]
    func optOutURLForSDK(withIdentifier identifier: String?) -> [String: Any]
    func meterVersionForSDK(withIdentifier identifier: String?) -> [String: Any]
}

extension NielsenInstanceService: MirroredCalls {}

/// The documented static methods.
struct StaticCalls: MirroredCalls {
    func instantiateSDK(withConfiguration configuration: [AnyHashable: Any]?) -> [String: Any] {
        NielsenAppSDKExtension.instantiateSDK(withConfiguration: configuration)
    }

    func instantiateSDKWithRemoteConfiguration() -> [String: Any] {
        NielsenAppSDKExtension.instantiateSDKWithRemoteConfiguration()
    }

    func removeSDK(withIdentifier identifier: String?) -> [String: Any] {
        NielsenAppSDKExtension.removeSDK(withIdentifier: identifier)
    }

    func trackEvent(_ event: [AnyHashable: Any]?, forSDKWithIdentifier identifier: String?) -> [String: Any] {
        NielsenAppSDKExtension.trackEvent(event, forSDKWithIdentifier: identifier)
    }

    func optOutStatusForSDK(withIdentifier identifier: String?) -> [String: Any] {
        NielsenAppSDKExtension.optOutStatusForSDK(withIdentifier: identifier)
    }

    func appDisableForSDK(withIdentifier identifier: String?) -> [String: Any] {
        NielsenAppSDKExtension.appDisableForSDK(withIdentifier: identifier)
    }

    func setAppDisable(_ appDisable: Bool, forSDKWithIdentifier identifier: String?) -> [String: Any] {
        NielsenAppSDKExtension.setAppDisable(appDisable, forSDKWithIdentifier: identifier)
    }

    func demographicIdForSDK(withIdentifier identifier: String?) -> [String: Any] {
        NielsenAppSDKExtension.demographicIdForSDK(withIdentifier: identifier)
    }

    func optOutURLForSDK(withIdentifier identifier: String?) -> [String: Any] {
        NielsenAppSDKExtension.optOutURLForSDK(withIdentifier: identifier)
    }

    func meterVersionForSDK(withIdentifier identifier: String?) -> [String: Any] {
        NielsenAppSDKExtension.meterVersionForSDK(withIdentifier: identifier)
    }
}

extension MirroredCalls {
    /// Makes the call that mirrors an event.
    ///
    /// - Returns: Nil where no call can say what the event says: an unknown name, or values of a type that the call's
    ///   parameter does not have.
    func perform(_ command: SessionCommand) -> [String: Any]? {
        guard command.address == nil, let call = DocumentedCall(event: command.name) else { return nil }
        let identifier = command.identifier
        switch call {
        case .instantiateLocal:
            guard let data = Self.dictionary(command.data["data"]) else { return nil }
            return instantiateSDK(withConfiguration: data)
        case .instantiateRemote: return instantiateSDKWithRemoteConfiguration()
        case .remove: return removeSDK(withIdentifier: identifier)
        case .track:
            guard let data = Self.dictionary(command.data["data"]) else { return nil }
            return trackEvent(data, forSDKWithIdentifier: identifier)
        case .optOutStatus: return optOutStatusForSDK(withIdentifier: identifier)
        case .appDisable: return appDisableForSDK(withIdentifier: identifier)
        case .setAppDisable:
            switch command.data["app_disable"] {
            case .bool(true), .int(1), .string("1"): return setAppDisable(true, forSDKWithIdentifier: identifier)
            case nil, .null, .bool(false), .int(0), .string("0"):
                return setAppDisable(false, forSDKWithIdentifier: identifier)
            default: return nil
            }
        case .demographicId: return demographicIdForSDK(withIdentifier: identifier)
        case .optOutURL: return optOutURLForSDK(withIdentifier: identifier)
        case .meterVersion: return meterVersionForSDK(withIdentifier: identifier)
        }
    }

    /// The argument of a call; the outer nil where the value is not of the parameter's type.
    private static func dictionary(_ value: JSONValue?) -> [AnyHashable: Any]?? {
        switch value {
        case nil, .null: .some(nil)
        case .object(let object): .some(object.anyDictionary)
        default: nil
        }
    }
}
