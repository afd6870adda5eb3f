// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage

/// A ping in the queue of an app.
struct QueuedPing: Sendable {
    let entry: HitQueueFile.Entry
    /// The name of the file that the ping is in.
    let file: String
    /// The place in the list of all pings, from 1.
    let number: Int
    /// The ping as it was queued; empty if it cannot be read.
    let ping: JSONObject

    init(_ entry: HitQueueFile.Entry, file: String, number: Int) {
        self.entry = entry
        self.file = file
        self.number = number
        ping = (try? JSONObject(jsonData: entry.hit.payload)) ?? [:]
    }

    var id: String { entry.hit.id }
    /// The state as a word of the output.
    var state: String { entry.reason == nil ? "waiting" : "set aside" }
    var product: String { ping["product"]?.stringValue ?? "unreadable" }
    var url: String? { ping["url"]?.stringValue }
    var isDamaged: Bool { entry.isDamaged || url == nil }

    /// When the ping was queued, in milliseconds since 1970.
    var created: Int64 { Int64(clamping: entry.hit.created.microseconds / 1_000) }

    /// The ping as a line of JSON, which `launchhub pings` and `launchhub certify` read too.
    var json: JSONObject {
        var object: JSONObject = [
            "kind": "queued_ping", "id": .string(id), "state": .string(entry.reason == nil ? "waiting" : "set_aside"),
            "product": .string(product), "created": .int(created), "tries": .int(Int64(entry.hit.attempts)),
            "stream": .string(entry.hit.stream), "file": .string(file), "damaged": .bool(isDamaged),
            "method": ping["method"] ?? .null, "url": ping["url"] ?? .null,
        ]
        object["reason"] = entry.reason.map(JSONValue.string)
        object["body"] = ping["body"]
        return object
    }
}
