// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// A command for the instances, read from an event's data or a call's arguments.
///
/// Both flows use this type, so that the same input gives the same result.
enum InstanceCommand {
    case event(NielsenInstanceEvent)
    /// Unconverted data of a call, which the SDK validates.
    case trackUntyped([AnyHashable: Any], identifier: String)
    /// A command that only Swift calls use; there is no such event.
    case handle(NielsenLifecycleEvent, identifier: String)

    /// Reads the arguments of the tracking call.
    ///
    /// - Throws: The failure that the call returns.
    init(track data: [AnyHashable: Any]?, identifier: String?) throws(InstanceFailure) {
        let identifier = try Self.usable(identifier)
        guard let data, !data.isEmpty else { throw .missingTrackData }
        // The SDK reads both forms; making JSON of the dictionary would cost more than all the rest.
        self = .trackUntyped(data, identifier: identifier)
    }

    /// Reads the argument of the instantiating call.
    ///
    /// - Throws: The failure that the call returns.
    init(configuration: [AnyHashable: Any]?) throws(InstanceFailure) {
        guard let configuration, !configuration.isEmpty else { throw .noLocalConfiguration }
        do {
            self = .event(.instantiateWithLocalConfiguration(try JSONObject(untyped: configuration)))
        } catch {
            throw .noJSON("\(error)")
        }
    }

    /// The identifier of the instance; nil if the command makes one.
    var identifier: String? {
        switch self {
        case .event(let event): event.identifier
        case .trackUntyped(_, let identifier), .handle(_, let identifier): identifier
        }
    }

    /// Whether the command makes or removes an instance.
    var changesInstances: Bool {
        switch self {
        case .event(.instantiateWithLocalConfiguration), .event(.instantiateWithRemoteConfiguration), .event(.remove):
            true
        case .event, .trackUntyped, .handle:
            false
        }
    }

    /// The event that the command is, or that its call mirrors; nil for what no event can say.
    var mirroredEvent: NielsenInstanceEvent? {
        switch self {
        case .event(let event): event
        case .trackUntyped(let event, let identifier):
            .track(JSONObject(readable: event) { _ in }, identifier: identifier)
        case .handle: nil
        }
    }

    /// Returns the identifier if it is valid.
    static func usable(_ identifier: String?) throws(InstanceFailure) -> String {
        guard let identifier, !identifier.isEmpty else { throw .missingIdentifier }
        return identifier
    }
}

/// A command on its way to the extension's mailbox.
///
/// Unchecked: the caller waits until the command has been executed on the mailbox, so only one thread at a time
/// accesses it.
struct CommandBox: @unchecked Sendable {
    let command: InstanceCommand
}
