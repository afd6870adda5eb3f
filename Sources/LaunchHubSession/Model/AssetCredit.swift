// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// The credit of one view of one asset, or of one run of watermarks, according to the pings of a session.
///
/// It is added up from the pings, so it is what a collector receives. A view that was measured and that no ping reports
/// is shown with what was measured.
package struct AssetCredit: Sendable, Hashable {
    /// The instance's first session.
    package var session: String
    /// The products whose pings report it; empty for what was measured and not sent.
    package var products: [String]
    /// `content`, `ad` or `static`.
    package var lane: String
    /// The asset's identifier; empty where the metadata has none.
    package var assetid: String
    /// The title, section or channel.
    package var title: String
    /// The number of the view within the instance.
    package var view: Int64
    /// The content identifier of watermarks with its side; nil for views.
    package var watermark: String?
    /// Seconds played.
    package var seconds: Int64
    /// The numbers of the credited segments, in ascending order.
    package var segments: [Int64]
    /// Whether the end was reported.
    package var ended: Bool

    /// The number of credited minutes.
    package var minutes: Int { segments.count }

    /// Whether pings report it.
    package var isSent: Bool { !products.isEmpty }

    /// The product with its side: `dcrVideo`, `dtvr FD`.
    package var product: String {
        let side = watermark.map { " " + $0.prefix(2) } ?? ""
        return products.joined(separator: ", ") + side
    }

    /// Reads the credits of a session.
    ///
    /// - Parameters:
    ///   - records: The records of the session, in order.
    ///   - pings: The pings of the session, in order.
    /// - Returns: The credits, in the order of the views; what was measured but not sent is among them.
    static func all(records: [JSONObject], pings: [JSONObject]) -> [AssetCredit] {
        var ledger = CreditLedger()
        var streams: [String: String] = [:]
        for ping in pings.lazy.compactMap({ try? NielsenPing(json: $0) }) {
            ledger.add(ping)
            if let name = ping.session { streams[name] = ping.stream }
        }
        let measured = MeasuredViews(records, streams)
        return measured.streams.flatMap { stream, name in
            ledger.credits(of: stream, measured: measured.credits(of: stream)).map { credit in
                AssetCredit(credit, session: name, title: measured.title(of: credit.view, in: stream))
            }
        }
    }

    private init(_ credit: NielsenCredit, session: String, title: String) {
        self.session = session
        products = credit.products.map(\.rawValue)
        lane = credit.lane.rawValue
        assetid = credit.assetid
        self.title = title
        view = Int64(credit.view)
        watermark = credit.watermark
        seconds = Int64(credit.seconds)
        segments = credit.segments
        ended = credit.ended
    }

    /// The numbers of the credited minutes, or why there are none.
    var which: String {
        if !isSent { return "measured, not sent: no product reports it" }
        return segments.isEmpty ? "" : TimelineText.minutes(segments)
    }

    /// The credit as the report's page reads it.
    var json: JSONObject {
        [
            "product": .string(product), "lane": .string(lane), "assetid": .string(assetid), "title": .string(title),
            "view": .int(view), "seconds": .int(seconds), "minutes": .int(Int64(minutes)), "sent": .bool(isSent),
            "which": .string(which), "ended": .bool(ended),
        ]
    }
}

extension [AssetCredit] {
    /// The minutes of each product, in the order in which the products appear.
    package var minutesByProduct: [(product: String, minutes: Int)] {
        var found: [(product: String, minutes: Int)] = []
        for credit in self where credit.isSent {
            if let place = found.firstIndex(where: { $0.product == credit.product }) {
                found[place].minutes += credit.minutes
            } else {
                found.append((credit.product, credit.minutes))
            }
        }
        return found
    }
}

/// The views in the measurement records of a session, by instance.
private struct MeasuredViews {
    /// The streams, each with its first session.
    private(set) var streams: [(name: String, session: String)] = []
    /// The stream that a session's pings are of.
    ///
    /// Sessions end while an instance goes on.
    private let streamOf: [String: String]
    private var views: [String: [Int: NielsenCredit]] = [:]
    private var titles: [String: [Int: String]] = [:]

    init(_ records: [JSONObject], _ streams: [String: String]) {
        streamOf = streams
        for record in records { add(record) }
    }

    func credits(of stream: String) -> [NielsenCredit] {
        (views[stream] ?? [:]).values.sorted { $0.view < $1.view }
    }

    func title(of view: Int, in stream: String) -> String { titles[stream]?[view] ?? "" }

    private mutating func add(_ record: JSONObject) {
        guard let session = record["session"]?.stringValue, let kind = record["kind"]?.stringValue else { return }
        let name = streamOf[session] ?? session
        if views[name] == nil {
            views[name] = [:]
            streams.append((name, session))
        }
        guard let lane = record["lane"]?.stringValue.flatMap(NielsenLane.init(rawValue:)),
            let view = record["view"]?.intValue.flatMap({ Int(exactly: $0) }), view > 0
        else { return }
        if titles[name]?[view] == nil {
            let metadata = record["metadata"]
            let title = ["title", "section", "channelName"].lazy.compactMap { metadata?[$0]?.stringValue }.first
            titles[name, default: [:]][view] = title
        }
        guard ["view", "duration", "end"].contains(kind) else { return }
        var credit =
            views[name]?[view]
            ?? NielsenCredit(lane: lane, assetid: record["assetid"]?.stringValue ?? "", view: view)
        credit.seconds = max(credit.seconds, record["total_seconds"]?.intValue.flatMap { Int(exactly: $0) } ?? 0)
        credit.segments = Set(credit.segments + record.numbers("segments")).sorted()
        if kind == "end" { credit.ended = true }
        views[name]?[view] = credit
    }
}

extension NielsenPing {
    /// The session in its address; nil for pings without one.
    var session: String? {
        let start = url.range(of: "sessionId=")?.upperBound
        return start.map { String(url[$0...].prefix { $0 != "&" }) }
    }
}
