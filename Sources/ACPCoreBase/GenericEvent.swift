// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// The events for the calls that other extensions implement.
///
/// The core measures nothing itself: an extension for analytics, identity or lifecycle listens for these.
enum GenericEvent {
    private static let track: EventType = "com.adobe.eventType.generic.track"
    private static let pii: EventType = "com.adobe.eventType.generic.pii"
    private static let lifecycle: EventType = "com.adobe.eventType.generic.lifecycle"
    private static let identity: EventType = "com.adobe.eventType.generic.identity"
    private static let data: EventType = "com.adobe.eventType.generic.data"
    private static let requestContent: EventSource = "com.adobe.eventSource.requestContent"
    private static let os: EventSource = "com.adobe.eventSource.os"

    static func track(action: String?, state: String?, context: [AnyHashable: Any]?) {
        send("Analytics Track", track, requestContent, ["contextdata": context ?? [:]]) { data in
            data["action"] = action.map(JSONValue.string)
            data["state"] = state.map(JSONValue.string)
        }
    }

    static func collectPii(_ data: [AnyHashable: Any]?) {
        send("CollectPII", pii, requestContent, ["contextdata": data ?? [:]])
    }

    static func lifecycle(_ action: String, context: [AnyHashable: Any]?) {
        send("Lifecycle \(action)", lifecycle, requestContent, context.map { ["additionalcontextdata": $0] } ?? [:]) {
            $0["action"] = .string(action)
        }
    }

    static func advertisingIdentifier(_ identifier: String?) {
        send("SetAdvertisingIdentifier", identity, requestContent, ["advertisingidentifier": identifier ?? ""])
    }

    static func pushIdentifier(_ identifier: String?) {
        send("SetPushIdentifier", identity, requestContent, ["pushidentifier": identifier ?? ""])
    }

    static func launchInfo(_ info: [AnyHashable: Any]?) {
        send("CollectData", data, os, info ?? [:])
    }

    static func messageInfo(_ info: [AnyHashable: Any]?) {
        send("CollectMessageInfo", data, os, info ?? [:])
    }

    static func privacyStatus() {
        send("Privacy Status Request", .configuration, requestContent, ["config.getData": true])
    }

    static func downloadRules() {
        send("Download Rules", .configuration, requestContent, ["config.downloadRules": true])
    }

    /// Dispatches an event, without what JSON cannot hold.
    private static func send(
        _ name: String,
        _ type: EventType,
        _ source: EventSource,
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
