// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// The events for the calls that other extensions implement.
///
/// The core measures nothing itself: an extension for analytics, identity or lifecycle listens for these.
enum GenericEvent {
    static let lifecycle: EventType = "com.adobe.eventType.generic.lifecycle"
    static let identity: EventType = "com.adobe.eventType.generic.identity"
    static let data: EventType = "com.adobe.eventType.generic.data"
    static let os: EventSource = "com.adobe.eventSource.os"

    static func track(_ member: String, _ name: String?, _ context: [AnyHashable: Any]?) {
        send("Analytics Track", "com.adobe.eventType.generic.track", ["contextdata": context ?? [:]]) {
            $0[member] = .string(name ?? "")
        }
    }

    /// Dispatches an event, without what JSON cannot hold.
    static func send(
        _ name: String,
        _ type: EventType,
        from source: EventSource = .requestContent,
        _ untyped: [AnyHashable: Any],
        _ add: (inout JSONObject) -> Void = { _ in }
    ) {
        let hub = ACPCoreHost.hub
        do throws(EventError) {
            var data = JSONObject(readable: untyped) { hub.log.error("ACPCore", "\(name): \($0)") }
            add(&data)
            hub.dispatch(try Event(name: name, type: type, source: source, data: data))
        } catch {
            hub.log.error("ACPCore", "\(name) was not sent: \(error)")
        }
    }
}
