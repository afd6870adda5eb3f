// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// A command for the instances, read from an event's data or a call's arguments.
///
/// Both flows use this type, so that the same input gives the same result.
enum InstanceCommand {
    case instantiateLocal(JSONObject)
    case instantiateRemote
    case remove(String)
    case track(JSONObject, String)
    /// Unconverted data of a call, which the SDK validates.
    case trackUntyped([AnyHashable: Any], String)
    /// A command that only Swift calls use; there is no such event.
    case handle(NielsenLifecycleEvent, String)
    case optOutStatus(String)
    case appDisable(String)
    case setAppDisable(Bool, String)
    case demographicId(String)
    case optOutURL(String)
    case meterVersion(String)

    /// Reads the name and the data of an event.
    ///
    /// - Throws: The failure that the event is answered with.
    init(name: String, data: JSONObject) throws(InstanceFailure) {
        guard let name = InstanceEventName(rawValue: name) else { throw .unknownEvent(name) }
        switch name {
        case .instantiateWithLocalConfig, .instantiateWithLocalConfiguration:
            self = .instantiateLocal(
                try Self.object("data", in: data, otherwise: .noLocalConfiguration)
            )
        case .instantiateWithRemoteConfig, .instantiateWithRemoteConfiguration:
            self = .instantiateRemote
        case .removeInstance:
            self = .remove(try Self.identifier(in: data))
        case .track:
            let identifier = try Self.identifier(in: data)
            self = .track(try Self.object("data", in: data, otherwise: .missingTrackData), identifier)
        case .getOptOutStatus:
            self = .optOutStatus(try Self.identifier(in: data))
        case .getAppDisable:
            self = .appDisable(try Self.identifier(in: data))
        case .setAppDisable:
            let identifier = try Self.identifier(in: data)
            self = .setAppDisable(try Self.truth("app_disable", in: data), identifier)
        case .getDemographicId:
            self = .demographicId(try Self.identifier(in: data))
        case .getOptOutURL:
            self = .optOutURL(try Self.identifier(in: data))
        case .getMeterVersion:
            self = .meterVersion(try Self.identifier(in: data))
        }
    }

    /// Reads the arguments of the tracking call.
    ///
    /// - Throws: The failure that the call returns.
    init(track data: [AnyHashable: Any]?, identifier: String?) throws(InstanceFailure) {
        let identifier = try Self.usable(identifier)
        guard let data, !data.isEmpty else { throw .missingTrackData }
        // The SDK reads both forms; making JSON of the dictionary would cost more than all the rest.
        self = .trackUntyped(data, identifier)
    }

    /// Reads the argument of the instantiating call.
    ///
    /// - Throws: The failure that the call returns.
    init(configuration: [AnyHashable: Any]?) throws(InstanceFailure) {
        guard let configuration, !configuration.isEmpty else { throw .noLocalConfiguration }
        do {
            self = .instantiateLocal(try JSONObject(untyped: configuration))
        } catch {
            throw .noJSON("\(error)")
        }
    }

    /// The identifier of the instance; nil if the command makes one.
    var identifier: String? {
        switch self {
        case .instantiateLocal, .instantiateRemote: nil
        case .remove(let identifier), .track(_, let identifier), .trackUntyped(_, let identifier),
            .handle(_, let identifier), .optOutStatus(let identifier), .appDisable(let identifier),
            .setAppDisable(_, let identifier), .demographicId(let identifier), .optOutURL(let identifier),
            .meterVersion(let identifier):
            identifier
        }
    }

    /// Whether the command makes or removes an instance.
    var changesInstances: Bool {
        switch self {
        case .instantiateLocal, .instantiateRemote, .remove: true
        case .track, .trackUntyped, .handle, .optOutStatus, .appDisable, .setAppDisable, .demographicId, .optOutURL,
            .meterVersion:
            false
        }
    }

    /// Returns the identifier if it is valid.
    static func usable(_ identifier: String?) throws(InstanceFailure) -> String {
        guard let identifier, !identifier.isEmpty else { throw .missingIdentifier }
        return identifier
    }

    private static func identifier(in data: JSONObject) throws(InstanceFailure) -> String {
        try usable(data["identifier"]?.stringValue)
    }

    private static func object(
        _ key: String,
        in data: JSONObject,
        otherwise missing: InstanceFailure
    ) throws(InstanceFailure) -> JSONObject {
        switch data[key] {
        case nil, .null:
            throw missing
        case .object(let object):
            guard !object.isEmpty else { throw missing }
            return object
        case .some(let other):
            throw .wrongEnvelope(key: key, needed: "an object", found: other.kindDescription)
        }
    }

    /// 1, "1" and true; 0, "0", false and absence.
    private static func truth(_ key: String, in data: JSONObject) throws(InstanceFailure) -> Bool {
        let needed = "1 or 0"
        switch data[key] {
        case nil, .null:
            return false
        case .bool(let value):
            return value
        case .string("1"):
            return true
        case .string("0"):
            return false
        case .string(let text):
            throw .wrongEnvelope(key: key, needed: needed, found: "\"\(text.prefix(32))\"")
        case .some(let value):
            switch value.intValue {
            case 1: return true
            case 0: return false
            default:
                let isNumber = value.doubleValue != nil
                let found = isNumber ? value.jsonText : value.kindDescription
                throw .wrongEnvelope(key: key, needed: needed, found: found)
            }
        }
    }
}
