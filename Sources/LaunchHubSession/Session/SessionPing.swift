// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenAppApi

/// A ping of a session: what it is about, and where each of its parameters comes from.
package struct SessionPing: Sendable, Hashable {
    /// The ping as session files have it.
    package let recorded: JSONObject
    /// The place among the pings of the session, from 1.
    package let number: Int
    /// Milliseconds of the session.
    package let time: Int64
    /// The number of its instance within the session, from 1; 0 where that is not known.
    package internal(set) var instance = 0
    /// The keys of the metadata and of the app information that the app gave; nil where they are not known.
    var given: Set<String>?

    init(_ recorded: JSONObject, number: Int = 0, time: Int64 = 0) {
        self.recorded = recorded
        self.number = number
        self.time = time
    }

    /// The kind of measurement, with the side of watermarks: `dcrVideo`, `dtvr FD`.
    package var product: String {
        (recorded["product"]?.stringValue ?? "?")
            + (recorded["watermark"]?.stringValue.map { " " + $0.prefix(2) } ?? "")
    }
    /// The reason why it was made.
    package var cadence: String { recorded["cadence"]?.stringValue ?? "?" }
    /// The number of the view; nil where it is about none.
    package var view: Int? { recorded["view"]?.intValue.flatMap { Int(exactly: $0) } }
    /// The track; empty where it is about none.
    package var lane: String { text("lane") }
    /// The asset's identifier.
    package var assetid: String { text("assetid") }
    /// The segments that it credits.
    package var segments: [Int64] { recorded.numbers("segments") }
    /// The seconds that it reports.
    package var seconds: Int64 { recorded["seconds"]?.intValue ?? 0 }
    /// The address.
    var url: String { text("url") }
    /// The body of a POST; nil for a GET.
    var body: String? { recorded["body"]?.stringValue }

    func text(_ key: String) -> String { recorded[key]?.stringValue ?? "" }

    // MARK: - Parameters

    /// The parameters of the address, read anew each time: those of all pings of a long session would fill memory.
    var table: NielsenPingTable { NielsenPingTable(url) }

    /// The parameters that have a value, by the kind of their origin, in a fixed order.
    func groups(_ table: NielsenPingTable) -> [(title: String, rows: [NielsenPingTable.Row])] {
        let rows = Dictionary(grouping: table.rows.filter { !$0.value.isEmpty }, by: title)
        return Self.titles.compactMap { title in rows[title].map { (title, $0) } }
    }

    /// The parameters without a value that the app could give one.
    func missing(_ table: NielsenPingTable) -> [NielsenPingTable.Row] {
        table.rows.filter { $0.value.isEmpty && ["metadata", "app information", "device"].contains(title(of: $0)) }
    }

    /// The origin of a parameter's value in words; nil where the ping does not have it.
    package func origin(of name: String) -> String? { table.rows.first { $0.name == name }?.origin }

    private static let titles = [
        "metadata", "app information", "default", "configuration", "device", "identifiers", "user's choice", "measured",
        "watermark", "clock", "a collector's answer", "chance", "at sending", "template", "not of the templates",
    ]

    /// Whether a value is the configuration's own, because the app gave none of the keys that it could be of.
    private func isDefault(_ row: NielsenPingTable.Row) -> Bool {
        guard let given, case .metadata = row.origins.first, !row.value.isEmpty else { return false }
        return !row.origins.contains { origin in
            switch origin {
            case .metadata(let key), .appInfo(let key): given.contains(key)
            default: false
            }
        }
    }

    /// The kind of a row's first origin.
    private func title(of row: NielsenPingTable.Row) -> String {
        if isDefault(row) { return "default" }
        return switch row.origins.first {
        case .metadata: "metadata"
        case .appInfo: "app information"
        case .configuration: "configuration"
        case .device: "device"
        case .identity: "identifiers"
        case .choice: "user's choice"
        case .measurement: "measured"
        case .watermark: "watermark"
        case .clock: "clock"
        case .answer: "a collector's answer"
        case .chance: "chance"
        case .delivery: "at sending"
        case .template: "template"
        case nil: "not of the templates"
        }
    }

    /// The ping as a line of JSON.
    package var json: JSONObject {
        let table = table
        var line: JSONObject = [
            "kind": "ping", "ping": .int(Int64(number)), "t": .int(time), "product": .string(product),
            "cadence": .string(cadence), "template": .string(table.template), "lane": .string(lane),
            "assetid": .string(assetid), "segments": .array(segments.map(JSONValue.int)), "seconds": .int(seconds),
            "parameters": .array(
                table.rows.map { row in
                    [
                        "name": .string(row.name), "meaning": .string(row.meaning), "value": .string(row.value),
                        "origin": .array(row.origins.map { .string($0.description) }), "default": .bool(isDefault(row)),
                    ]
                }
            ),
        ]
        if instance > 0 { line["instance"] = .int(Int64(instance)) }
        line["view"] = view.map { .int(Int64($0)) }
        line["body"] = body.map(JSONValue.string)
        return line
    }
}
