// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// One ping with the origin of each of its parameters.
package struct ExplainedPing: Sendable, Hashable {
    /// The place among the pings of the session, from 1.
    package let number: Int
    /// Milliseconds of the session.
    package let time: Int64
    /// The kind of measurement, with the side of watermarks.
    package let product: String
    /// The reason why it was made.
    package let cadence: String
    /// The number of its instance within the session, from 1; 0 where that is not known.
    package let instance: Int
    /// The number of the view; nil where it is about none.
    package let view: Int?
    /// The track; empty where it is about none.
    package let lane: String
    /// The asset's identifier.
    package let assetid: String
    /// The segments that it credits.
    package let segments: [Int64]
    /// The seconds that it reports.
    package let seconds: Int64
    /// The parameters of the address.
    package let table: NielsenPingTable
    /// The body of a POST; nil for a GET.
    package let body: String?
    /// The keys of the metadata and of the app information that the app gave; nil where they are not known.
    private let given: Set<String>?

    init(
        _ ping: JSONObject,
        number: Int,
        time: Int64,
        instance: Int,
        given: Set<String>?,
        _ configuration: NielsenConfiguration
    ) {
        self.given = given
        self.number = number
        self.time = time
        self.instance = instance
        let side = ping["watermark"]?.stringValue.map { " " + $0.prefix(2) } ?? ""
        product = (ping["product"]?.stringValue ?? "?") + side
        cadence = ping["cadence"]?.stringValue ?? "?"
        view = ping["view"]?.intValue.flatMap { Int(exactly: $0) }
        lane = ping["lane"]?.stringValue ?? ""
        assetid = ping["assetid"]?.stringValue ?? ""
        segments = (ping["segments"]?.arrayValue ?? []).compactMap(\.intValue)
        seconds = ping["seconds"]?.intValue ?? 0
        table = NielsenPingTable(ping["url"]?.stringValue ?? "", configuration)
        body = ping["body"]?.stringValue
    }

    /// The parameters that have a value, by the kind of their origin, in a fixed order.
    package var groups: [(title: String, rows: [NielsenPingTable.Row])] {
        let given = table.rows.filter { !$0.value.isEmpty }
        return Self.titles.compactMap { title in
            let rows = given.filter { self.title(of: $0) == title }
            return rows.isEmpty ? nil : (title, rows)
        }
    }

    /// The parameters without a value that the app could give one.
    package var missing: [NielsenPingTable.Row] {
        table.rows.filter { row in
            row.value.isEmpty && ["metadata", "app information", "device"].contains(title(of: row))
        }
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
        isDefault(row) ? "default" : Self.title(row.origins.first)
    }

    private static func title(_ origin: PingOrigin?) -> String {
        switch origin {
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
