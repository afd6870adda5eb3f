// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

extension SessionView {
    /// Reads the views of a session, with their credit according to its pings.
    ///
    /// It is added up from the pings, so it is what a collector receives. A view that was measured and that no ping reports
    /// is shown with what was measured.
    ///
    /// - Parameters:
    ///   - records: The records of the session, in order.
    ///   - pings: The pings of the session, in order.
    /// - Returns: The views, in order.
    static func all(records: [JSONObject], pings: [JSONObject]) -> [SessionView] {
        var ledger = CreditLedger()
        var streams: [String: String] = [:]
        for ping in pings.lazy.compactMap({ try? NielsenPing(json: $0) }) {
            ledger.add(ping)
            if let name = ping.session { streams[name] = ping.stream }
        }
        let measured = MeasuredViews(records, streams)
        return measured.streams.enumerated().flatMap { index, stream in
            ledger.credits(of: stream, measured: measured.credits(of: stream)).map { credit in
                var view = SessionView(
                    instance: index + 1,
                    view: credit.view,
                    lane: credit.lane.rawValue,
                    assetid: credit.assetid,
                    title: measured.title(of: credit.view, in: stream),
                    watermark: credit.watermark
                )
                view.products = credit.products.map(\.rawValue)
                view.seconds = Int64(credit.seconds)
                view.credited = credit.segments
                view.ended = credit.ended
                return view
            }
        }
    }

    /// The numbers of the credited minutes, or why there are none.
    var which: String {
        if !isSent { return "measured, not sent: no product reports it" }
        return credited.isEmpty ? "" : TimelineText.minutes(credited)
    }

    /// The credit as the report's page reads it.
    var credit: JSONObject {
        [
            "product": .string(product), "lane": .string(lane), "assetid": .string(assetid), "title": .string(title),
            "view": .int(Int64(view)), "seconds": .int(seconds), "minutes": .int(Int64(minutes)), "sent": .bool(isSent),
            "which": .string(which), "ended": .bool(ended),
        ]
    }
}

extension [SessionView] {
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
    private(set) var streams: [String] = []
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
            streams.append(name)
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
