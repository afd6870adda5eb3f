// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenAppApi

/// One view of an asset, or one run of watermarks: what of it is credited and, where it is explained, why.
package struct SessionView: Sendable, Hashable {
    /// The number of its instance within the session, from 1.
    package let instance: Int
    /// The number of the view within the instance; of watermarks, that of the view in which they began.
    package let view: Int
    /// `content`, `ad` or `static`.
    package let lane: String
    /// The asset's identifier; empty where the metadata has none.
    package let assetid: String
    /// The title, section or channel.
    package internal(set) var title: String
    /// The content identifier of watermarks with its side; nil for views.
    package let watermark: String?
    /// The products whose pings report it; empty for what was measured and not sent.
    package internal(set) var products: [String] = []
    /// The beginning, in milliseconds of the session.
    package internal(set) var start: Int64 = 0
    /// The end, in milliseconds of the session.
    package internal(set) var end: Int64 = 0
    /// Whether its end was reported.
    package internal(set) var ended = false
    /// Seconds played.
    package internal(set) var seconds: Int64 = 0
    /// The numbers of the credited segments, in ascending order: minutes, with the published thresholds.
    package internal(set) var credited: [Int64] = []
    /// The segments that something of was played, in ascending order; empty without an explanation.
    package internal(set) var segments: [ExplainedSegment] = []
    /// The keys of its metadata, and of its content's: what pings have else is a default.
    var keys: Set<String> = []
    /// What happened, in order; empty without an explanation.
    package internal(set) var stretches: [CreditStretch] = []

    /// The number of credited minutes.
    package var minutes: Int { credited.count }

    /// Whether pings report it.
    package var isSent: Bool { !products.isEmpty }

    /// The product with the side of watermarks: `dcrVideo`, `dtvr FD`.
    package var product: String {
        let side = watermark.map { " " + $0.prefix(2) } ?? ""
        return products.joined(separator: ", ") + side
    }

    /// The view as a line of JSON, without its place.
    var head: JSONObject {
        var head: JSONObject = [
            "kind": "view", "lane": .string(lane), "assetid": .string(assetid), "title": .string(title),
            "products": .array(products.map(JSONValue.string)), "t": .int(start), "until": .int(end),
            "seconds": .int(seconds), "credited_minutes": .int(Int64(minutes)),
            "segments": .array(credited.map(JSONValue.int)), "ended": .bool(ended),
        ]
        if let watermark { head["watermark"] = .string(watermark) }
        return head
    }

    /// Lines of JSON: the view, then its segments, then what happened.
    package var json: [JSONObject] {
        let place: JSONObject = ["instance": .int(Int64(instance)), "view": .int(Int64(view))]
        return ([head] + segments.map(\.json) + stretches.map(\.json)).map { line in
            var line = line.merging(place)
            if let watermark { line["watermark"] = .string(watermark) }
            return line
        }
    }
}
