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
        guard let command = try? InstanceCommand(name: event.name, data: event.data) else { return nil }
        switch command {
        case .instantiateLocal(let configuration): self = .instantiateWithLocalConfiguration(configuration)
        case .instantiateRemote: self = .instantiateWithRemoteConfiguration
        case .remove(let identifier): self = .remove(identifier: identifier)
        case .track(let data, let identifier): self = .track(data, identifier: identifier)
        case .trackUntyped, .handle: return nil
        case .optOutStatus(let identifier): self = .optOutStatus(identifier: identifier)
        case .appDisable(let identifier): self = .appDisable(identifier: identifier)
        case .setAppDisable(let isDisabled, let identifier): self = .setAppDisable(isDisabled, identifier: identifier)
        case .demographicId(let identifier): self = .demographicId(identifier: identifier)
        case .optOutURL(let identifier): self = .optOutURL(identifier: identifier)
        case .meterVersion(let identifier): self = .meterVersion(identifier: identifier)
        }
    }
}
