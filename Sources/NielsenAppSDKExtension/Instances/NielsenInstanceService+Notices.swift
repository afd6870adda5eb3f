// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi

extension NielsenInstanceService {
    // MARK: - The shared state

    /// Publishes which instances there are, where that has changed.
    ///
    /// - Parameter event: The event that made or removed one, as of which the state is read; nil for a call, which publishes
    ///   it behind what its thread has dispatched.
    func shareRoster(at event: Event? = nil) {
        // Under the lock, so that of two threads the later one publishes what is newer.
        published.withLock { published in
            let (runtime, roster) = state.withLock { ($0.runtime, $0.roster) }
            guard let runtime, roster != published else { return }
            published = roster
            let values = roster.values
            do throws(HubError) {
                do throws(HubError) {
                    try runtime.publishState(values, at: event)
                } catch  where event != nil {
                    // A call has published meanwhile, behind the event: this is newer.
                    try runtime.publishState(values)
                }
            } catch {
                runtime.log.error(Self.extensionName, "the instances are not shared: \(error)")
            }
        }
    }

    // MARK: - Notices

    /// Reports what is wrong in an event that another event caused, such as one that a rule dispatched: nobody waits for its
    /// answer.
    func report(_ result: InstanceResult, of event: Event) {
        let notice = NielsenSDKNotice(
            identifier: result.identifier ?? event.data["identifier"]?.stringValue ?? "",
            kind: .error,
            code: Int(clamping: result.code.rawValue),
            description: "\(event.name), which another event caused, has no effect: \(result.description)",
            timestamp: state.withLock { $0.settings.environment.clock }.date.timeIntervalSince1970
        )
        publish(NielsenSDKNotice.eventName, from: NielsenSDKNotice.source, notice.data, causedBy: event)
    }

    /// Dispatches what an instance reports to the hub.
    func publish(_ report: InstanceReport, of identifier: String) {
        switch report {
        case .notice(let kind, let code, let description, let timestamp):
            let notice = NielsenSDKNotice(
                identifier: identifier,
                kind: kind,
                code: code,
                description: description,
                timestamp: timestamp
            )
            publish(NielsenSDKNotice.eventName, from: NielsenSDKNotice.source, notice.data)
        case .remark(let remark):
            let remark = NielsenSDKRemark(identifier: identifier, remark: remark)
            publish(NielsenSDKRemark.eventName, from: NielsenSDKRemark.source, remark.data)
        }
    }

    private func publish(_ name: String, from source: EventSource, _ data: JSONObject, causedBy cause: Event? = nil) {
        guard let hub = state.withLock({ $0.hub }) else { return }
        do {
            let event = try Event(name: name, type: NielsenSDKNotice.type, source: source, data: data)
            hub.dispatch(cause.map(event.chained) ?? event)
        } catch {
            hub.log.error(Self.extensionName, "cannot report \(data): \(error)")
        }
    }
}

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
        return tell(mirrored.name, mirrored.data, isCall: true)
    }

    /// Reports the result of a command.
    func tell(_ result: InstanceResult, of report: UInt64?) {
        guard let report else { return }
        reports.send(CommandReport.ended(id: report, result: result.json))
    }
}
