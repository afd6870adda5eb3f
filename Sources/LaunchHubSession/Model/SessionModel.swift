// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenAppApi

/// What all commands show of a session: computed once, step by step, and the JSON of the report's page.
///
/// It grows with what is shown, such as records, pings and runs of playheads, and not with the number of steps.
package struct SessionModel: Sendable {
    /// The header and the counts; of a file that was read step by step, replace it by the file's own.
    package var outline: SessionOutline
    /// The events and calls, playheads that follow each other in one line.
    package private(set) var timeline = Timeline()
    /// The number of times that each event and call gave each code.
    package private(set) var tally = CallTally()
    /// Every measurement record.
    package private(set) var records: [Timeline.Timed] = []
    /// Every ping.
    package private(set) var pings: [SessionPing] = []
    /// Everything that the listener received.
    package private(set) var notices: [Timeline.Timed] = []
    /// Why the session is credited as it is; nil leaves that out.
    package var explanation: SessionExplanation?
    /// The verdict of a certification with its findings and cases, as lines of JSON; nil leaves that out.
    package var certification: JSONObject?
    /// The same session through the other flow, and what differs; nil if one flow alone was played.
    package private(set) var other:
        (tally: CallTally, notices: Int, pings: [SessionPing], differences: [SessionDifference])?
    private var lanes = LaneSpan.Builder()
    private var calls: Int64 = 0

    /// Makes a model without steps.
    package init(_ header: SessionHeader = SessionHeader(title: "")) {
        outline = SessionOutline(Session(header: header))
    }

    /// Makes the model of a session.
    package init(_ session: Session) {
        outline = SessionOutline(session)
        for step in session.steps { add(step) }
    }

    /// Adds the next step.
    package mutating func add(_ step: SessionStep) {
        outline.add(step)
        if step.command != nil || step.call != nil { calls += 1 }
        timeline.add(step)
        tally.add(step)
        lanes.add(step)
        records += step.records.map { Timeline.Timed(time: step.time, value: $0) }
        notices += step.notices.map { Timeline.Timed(time: step.time, value: $0) }
        for ping in step.pings { pings.append(SessionPing(ping, number: pings.count + 1, time: step.time)) }
    }

    /// Adds how the same session went through the other flow.
    package mutating func compare(with other: SessionModel, _ differences: [SessionDifference]) {
        self.other = (other.tally, other.notices.count, other.pings, differences)
    }

    /// The credit of each view and run of watermarks, according to the pings.
    package var credits: [SessionView] { SessionView.all(records: records.map(\.value), pings: pings.map(\.recorded)) }

    /// The stretches of the tracks.
    var spans: [LaneSpan] { lanes.finished(at: outline.duration) }

    /// A moment to be marked below the tracks.
    struct Mark: Sendable, Hashable {
        let time: Int64
        /// `ping`, `error`, `finding`, or `mild` for a finding that fails nothing.
        let kind: String
        let text: String
        /// The identifier of the row of the page that it leads to.
        let place: String
    }

    /// The pings, the errors, and as many findings as can be told apart.
    var marks: [Mark] {
        let sent = pings.map { ping in
            let text = "\(TimelineText.text(ping: ping.recorded)) at \(TimeText.clock(ping.time))"
            return Mark(time: ping.time, kind: "ping", text: text, place: "ping-\(ping.number)")
        }
        let errors = notices.enumerated().filter { $0.element.value["kind"] == "error" }.map { index, notice in
            let text = "\(TimelineText.text(notice: notice.value)) at \(TimeText.clock(notice.time))"
            return Mark(time: notice.time, kind: "error", text: text, place: "notice-\(index + 1)")
        }
        let found = (certification?["findings"]?.arrayValue ?? []).prefix(500).enumerated().compactMap {
            index,
            finding in
            finding["t"]?.intValue.map { time in
                let rule = finding["rule"]?.stringValue ?? ""
                return Mark(
                    time: time,
                    kind: finding["severity"] == "error" ? "finding" : "mild",
                    text: "\(rule) at \(TimeText.clock(time)): \(finding["message"]?.stringValue ?? "")",
                    place: "finding-\(index + 1)"
                )
            }
        }
        let range = 0...end
        return sent + errors + found.filter { range.contains($0.time) }
    }

    /// The end of the tracks, in milliseconds of the session.
    var end: Int64 { max(1000, spans.map(\.end).max() ?? 0, outline.duration) }
}

// MARK: - JSON

extension SessionModel {
    /// As many pings are decoded, and as many rows of a view and as many findings written: a page of more would be too large
    /// for a browser.
    private static let limits = (decoded: 400, rows: 1_500, findings: 10_000)

    /// The model as the report's page reads it.
    package var json: JSONObject {
        let header = outline.header
        let credits = credits
        var model: JSONObject = [
            "kind": "session", "title": .string(header.title), "date": .string(TimeText.date(header.start)),
            "flow": .string(PlayerFlow(rawValue: header.flow)?.title ?? ""), "complete": .bool(outline.isComplete),
            "has_pings": .bool(outline.hasPings), "calls": .int(calls),
            "length": .string(TimeText.length(outline.duration / 1000)), "end": .int(end),
            "credits": .array(credits.map { .object($0.credit) }),
            "minutes": .array(
                credits.minutesByProduct.filter { $0.minutes > 0 }.map {
                    ["product": .string($0.product), "minutes": .int(Int64($0.minutes))]
                }
            ),
            "lanes": .array(spans.map { .object($0.json) }),
            "marks": .array(
                marks.map {
                    [
                        "t": .int($0.time), "kind": .string($0.kind), "text": .string($0.text),
                        "place": .string($0.place),
                    ]
                }
            ),
            "views": .array((explanation?.views ?? []).map { .object(Self.json(of: $0)) }),
            "results": .array(results),
            "notices": .array(
                notices.map { notice in
                    func text(_ key: String) -> JSONValue { .string(notice.value[key]?.stringValue ?? "") }
                    return [
                        "t": .int(notice.time), "kind": text("kind"), "description": text("description"),
                        "code": .string(notice.value["code"]?.jsonText ?? ""), "identifier": text("identifier"),
                    ]
                }
            ),
            "pings": .array(pingLines),
            "records": .array(records.map { .object(Self.json(of: $0)) }),
            "timeline": .array(timeline.entries.map { .object(Self.json(of: $0)) }),
        ]
        if let other {
            model["comparison"] = [
                "differences": .int(Int64(other.differences.count)),
                "first": .array(other.differences.prefix(200).map { .string($0.description) }),
            ]
        }
        if var certification {
            let findings = certification["findings"]?.arrayValue ?? []
            certification["findings"] = .array(Array(findings.prefix(Self.limits.findings)))
            certification["left"] = .int(Int64(max(0, findings.count - Self.limits.findings)))
            model["certification"] = .object(certification)
        }
        return model
    }

    private var results: [JSONValue] {
        let rows = tally.rows.map { row in
            let count = other?.tally.rows.first { $0.name == row.name && $0.code == row.code }?.count ?? 0
            let times = other == nil ? "\(row.count)" : "\(row.count) / \(count)"
            let code = row.code.map(String.init) ?? "none"
            return Self.result(row.name, row.call?.call ?? "", code, times)
        }
        let heard = "\(notices.count)" + (other.map { " / \($0.notices)" } ?? "")
        return rows + [Self.result("listener", DocumentedCall.listenerCall, "notice", heard)]
    }

    private static func result(_ event: String, _ call: String, _ code: String, _ times: String) -> JSONValue {
        ["event": .string(event), "call": .string(call), "code": .string(code), "times": .string(times)]
    }

    private var pingLines: [JSONValue] {
        var reader = NielsenPingTableReader()
        return pings.map { ping in
            var line: JSONObject = [
                "t": .int(ping.time), "product": .string(ping.product), "cadence": .string(ping.cadence),
                "lane": .string(ping.lane), "assetid": .string(ping.assetid), "seconds": .int(ping.seconds),
                "which": .string(ping.segments.isEmpty ? "" : TimelineText.minutes(ping.segments)),
                "method": .string(ping.text("method")), "url": .string(ping.url),
            ]
            line["body"] = ping.body.map(JSONValue.string)
            guard ping.number <= Self.limits.decoded else { return .object(line) }
            line["parameters"] = .array(
                reader.table(of: ping.url).rows.map { row in
                    [
                        "name": .string(row.name), "value": .string(row.value), "meaning": .string(row.meaning),
                        "origin": .string(row.origin),
                    ]
                }
            )
            return .object(line)
        }
    }

    private static func json(of timed: Timeline.Timed) -> JSONObject {
        let record = timed.value
        let (segments, lane) = (record.numbers("segments"), record["lane"]?.stringValue)
        return [
            "t": .int(timed.time), "kind": .string(record["kind"]?.stringValue ?? ""), "lane": .string(lane ?? ""),
            "asset": .string(lane == nil ? "" : TimelineText.asset(of: record)),
            "which": .string(segments.isEmpty ? "" : TimelineText.minutes(segments)),
            "seconds": .int(record["total_seconds"]?.intValue ?? 0), "opted_out": .bool(record["uoo"] == true),
            // As text: a script has no whole numbers of 64 bits.
            "json": .string(record.jsonText),
        ]
    }

    private static func json(of entry: Timeline.Entry) -> JSONObject {
        var line: JSONObject = [
            "t": .int(entry.start), "until": .int(entry.end), "name": .string(entry.name),
            "detail": .string(entry.detail), "value": .string(entry.value), "times": .int(Int64(entry.count)),
            "results": .array(
                TimelineText.items(of: entry).map { item in
                    let text = item.text.split(separator: " ").joined(separator: " ")
                    return [
                        "t": .int(item.time), "text": .string("\(item.label) \(TimeText.clock(item.time)) \(text)"),
                        "bad": .bool(item.isBad),
                    ]
                }
            ),
        ]
        line["code"] = entry.code.map(JSONValue.int)
        return line
    }

    private static func json(of view: SessionView) -> JSONObject {
        let left = max(0, view.segments.count - limits.rows) + max(0, view.stretches.count - limits.rows)
        return view.head.merging([
            "view": .int(Int64(view.view)), "left": .int(Int64(left)),
            "short": .int(Int64(view.segments.count { !$0.isCredited })),
            "minutes": .array(
                view.segments.prefix(limits.rows).map { segment in
                    .object(segment.json.merging(["name": .string(segment.name), "ranges": .string(segment.ranges)]))
                }
            ),
            "stretches": .array(view.stretches.prefix(limits.rows).map { .object($0.json) }),
        ])
    }
}
