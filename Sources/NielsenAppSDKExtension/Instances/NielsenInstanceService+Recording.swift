// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The reports of commands and their results to recorders.
extension NielsenInstanceService {
    /// Reports that a command begins, if there are recorders.
    ///
    /// - Returns: The number under which its result is reported; nil without recorders.
    func tell(_ name: @autoclosure () -> String, _ data: @autoclosure () -> JSONObject, isCall: Bool) -> UInt64? {
        guard reports.isObserved else { return nil }
        let id = commands.withLock { commands in
            commands &+= 1
            return commands
        }
        reports.send(CommandReport.began(id: id, name: name(), data: data(), isCall: isCall))
        return id
    }

    /// Reports that the command of a call begins, if there are recorders.
    func tell(_ command: InstanceCommand) -> UInt64? {
        guard reports.isObserved, let mirrored = command.mirroredEvent else { return nil }
        return tell(mirrored.name.rawValue, mirrored.data, isCall: true)
    }

    /// Reports the result of a command.
    func tell(_ result: InstanceResult, of report: UInt64?) {
        guard let report else { return }
        reports.send(CommandReport.ended(id: report, result: result.json))
    }
}

extension InstanceCommand {
    /// The event that the command is, or that its call mirrors; nil for what no event can say.
    fileprivate var mirroredEvent: (name: InstanceEventName, data: JSONObject)? {
        switch self {
        case .instantiateLocal(let configuration):
            (.instantiateWithLocalConfig, ["data": .object(configuration)])
        case .instantiateRemote: (.instantiateWithRemoteConfig, [:])
        case .remove(let identifier): (.removeInstance, Self.about(identifier))
        case .track(let event, let identifier):
            (.track, ["identifier": .string(identifier), "data": .object(event)])
        case .trackUntyped(let event, let identifier):
            (
                .track,
                [
                    "identifier": .string(identifier),
                    "data": .object(JSONObject(readable: event) { _ in }),
                ]
            )
        case .handle: nil
        case .optOutStatus(let identifier): (.getOptOutStatus, Self.about(identifier))
        case .appDisable(let identifier): (.getAppDisable, Self.about(identifier))
        case .setAppDisable(let isDisabled, let identifier):
            (.setAppDisable, ["identifier": .string(identifier), "app_disable": .int(isDisabled ? 1 : 0)])
        case .demographicId(let identifier): (.getDemographicId, Self.about(identifier))
        case .optOutURL(let identifier): (.getOptOutURL, Self.about(identifier))
        case .meterVersion(let identifier): (.getMeterVersion, Self.about(identifier))
        }
    }

    private static func about(_ identifier: String) -> JSONObject { ["identifier": .string(identifier)] }
}
