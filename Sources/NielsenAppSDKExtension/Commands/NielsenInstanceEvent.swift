// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import LaunchHub

/// An event that controls SDK instances, as a Swift value.
///
/// ```swift
/// let outcome = await hub.request(try NielsenInstanceEvent.meterVersion(identifier: identifier).event())
/// ```
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Events".
public enum NielsenInstanceEvent: Sendable, Hashable {
    /// Makes an instance from a configuration in the event.
    case instantiateWithLocalConfiguration(JSONObject)
    /// Makes an instance from the hub's configuration.
    case instantiateWithRemoteConfiguration
    /// Ends an instance.
    case remove(identifier: String)
    /// Passes an event to the SDK's `trackEvent`.
    case track(JSONObject, identifier: String)
    /// Requests the opt-out status.
    case optOutStatus(identifier: String)
    /// Requests whether measurement is disabled.
    case appDisable(identifier: String)
    /// Disables or enables measurement.
    case setAppDisable(Bool, identifier: String)
    /// Requests the demographic identifier.
    case demographicId(identifier: String)
    /// Requests the address of the opt-out page.
    case optOutURL(identifier: String)
    /// Requests the version of the SDK.
    case meterVersion(identifier: String)

    /// The type of all these events.
    public static let type: EventType = "com.nielsen.eventType.instanceControl"

    /// The source of all these events.
    public static let source: EventSource = "com.nielsen.eventSource.instanceControl"

    /// The documented name of the event.
    public var name: String { eventName.rawValue }

    var eventName: InstanceEventName {
        switch self {
        case .instantiateWithLocalConfiguration: .instantiateWithLocalConfig
        case .instantiateWithRemoteConfiguration: .instantiateWithRemoteConfig
        case .remove: .removeInstance
        case .track: .track
        case .optOutStatus: .getOptOutStatus
        case .appDisable: .getAppDisable
        case .setAppDisable: .setAppDisable
        case .demographicId: .getDemographicId
        case .optOutURL: .getOptOutURL
        case .meterVersion: .getMeterVersion
        }
    }

    /// The data of the event.
    public var data: JSONObject {
        switch self {
        case .instantiateWithLocalConfiguration(let configuration):
            ["data": .object(configuration)]
        case .instantiateWithRemoteConfiguration:
            [:]
        case .track(let event, let identifier):
            ["identifier": .string(identifier), "data": .object(event)]
        case .setAppDisable(let isDisabled, let identifier):
            ["identifier": .string(identifier), "app_disable": .int(isDisabled ? 1 : 0)]
        case .remove(let identifier), .optOutStatus(let identifier), .appDisable(let identifier),
            .demographicId(let identifier), .optOutURL(let identifier), .meterVersion(let identifier):
            ["identifier": .string(identifier)]
        }
    }

    /// The identifier of the instance; nil if the event makes one.
    var identifier: String? { data["identifier"]?.stringValue }

    /// Returns the hub event.
    ///
    /// - Throws: `EventError` if the data cannot be represented in JSON.
    public func event() throws(EventError) -> Event {
        try Event(name: name, type: Self.type, source: Self.source, data: data)
    }

    /// Reads an event from the hub.
    ///
    /// It is nil if the event is of another type or source, has an unknown name, or its data does not have the
    /// documented form.
    ///
    /// - Parameter event: Any event.
    public init?(_ event: Event) {
        guard event.type == Self.type, event.source == Self.source else { return nil }
        guard let read = try? NielsenInstanceEvent(name: event.name, data: event.data) else { return nil }
        self = read
    }

    // MARK: - Reading

    /// Reads the name and the data of an event.
    ///
    /// - Throws: The failure that the event is answered with.
    init(name: String, data: JSONObject) throws(InstanceFailure) {
        guard let name = InstanceEventName(rawValue: name) else { throw .unknownEvent(name) }
        func identifier() throws(InstanceFailure) -> String {
            try InstanceCommand.usable(data["identifier"]?.stringValue)
        }
        switch name {
        case .instantiateWithLocalConfig, .instantiateWithLocalConfiguration:
            self = .instantiateWithLocalConfiguration(
                try Self.object("data", in: data, otherwise: .noLocalConfiguration)
            )
        case .instantiateWithRemoteConfig, .instantiateWithRemoteConfiguration:
            self = .instantiateWithRemoteConfiguration
        case .removeInstance:
            self = .remove(identifier: try identifier())
        case .track:
            let identifier = try identifier()
            let event = try Self.object("data", in: data, otherwise: .missingTrackData)
            self = .track(event, identifier: identifier)
        case .getOptOutStatus:
            self = .optOutStatus(identifier: try identifier())
        case .getAppDisable:
            self = .appDisable(identifier: try identifier())
        case .setAppDisable:
            let identifier = try identifier()
            self = .setAppDisable(try Self.truth("app_disable", in: data), identifier: identifier)
        case .getDemographicId:
            self = .demographicId(identifier: try identifier())
        case .getOptOutURL:
            self = .optOutURL(identifier: try identifier())
        case .getMeterVersion:
            self = .meterVersion(identifier: try identifier())
        }
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

/// The names of the events to which the extension responds.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Events"; the two long forms occur in its text.
enum InstanceEventName: String, CaseIterable, Sendable {
    case instantiateWithLocalConfig = "InstantiateSDKWithLocalConfigEvent"
    case instantiateWithLocalConfiguration = "InstantiateSDKWithLocalConfigurationEvent"
    case instantiateWithRemoteConfig = "InstantiateSDKWithRemoteConfigEvent"
    case instantiateWithRemoteConfiguration = "InstantiateSDKWithRemoteConfigurationEvent"
    case removeInstance = "RemoveSDKInstanceEvent"
    case track = "TrackSDKEvent"
    case getOptOutStatus = "GetOptoutStatusEvent"
    case getAppDisable = "GetAppDisableEvent"
    case setAppDisable = "SetAppDisableEvent"
    case getDemographicId = "GetDemographicIdEvent"
    case getOptOutURL = "GetOptoutURLEvent"
    case getMeterVersion = "GetMeterVersionEvent"

    /// Whether the event is about an existing instance.
    var isAboutAnInstance: Bool {
        switch self {
        case .instantiateWithLocalConfig, .instantiateWithLocalConfiguration, .instantiateWithRemoteConfig,
            .instantiateWithRemoteConfiguration:
            false
        case .removeInstance, .track, .getOptOutStatus, .getAppDisable, .setAppDisable, .getDemographicId,
            .getOptOutURL, .getMeterVersion:
            true
        }
    }
}
