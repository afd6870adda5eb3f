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

    /// Dispatches a notice of an instance to the hub.
    func publish(_ notice: NielsenSDKNotice) {
        publish(NielsenSDKNotice.eventName, from: NielsenSDKNotice.source, notice.data)
    }

    /// Dispatches a remark of an instance to the hub.
    func publish(_ remark: NielsenSDKRemark) {
        publish(NielsenSDKRemark.eventName, from: NielsenSDKRemark.source, remark.data)
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
