// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// A ping of a session with its place, and its values as far as two sessions can have them in common.
struct PlacedPing {
    /// One value.
    struct Value: Hashable {
        /// The name of the parameter, or of the member of the ping.
        let name: String
        /// What it means; empty if that is not known.
        let meaning: String
        let text: String
    }

    let place: PingPlace
    /// When it was made, in milliseconds since the session began.
    let time: Int64
    private let ping: JSONObject
    private let start: Int64
    private let datesCount: Bool

    /// The values, read anew each time: those of all pings of a long session would fill memory.
    var values: [Value] {
        let credit = ["seconds", "segments", "ended"].compactMap { name in
            ping[name].map { Value(name: name, meaning: "", text: $0.jsonText) }
        }
        return credit
            + NielsenPingTable(ping["url"]?.stringValue ?? "").rows.compactMap { row in
                Self.value(of: row, start: start, datesCount: datesCount)
            }
    }

    /// Finds the places of the pings of a session.
    ///
    /// - Parameters:
    ///   - session: A session with pings.
    ///   - datesCount: Whether dates and hours are compared, because both sessions began at the same moment.
    /// - Returns: The pings, in the order in which they were made.
    static func all(in session: Session, datesCount: Bool) -> [PlacedPing] {
        var places = Places()
        return session.pings.map { time, ping in
            PlacedPing(
                place: places.next(ping),
                time: time,
                ping: ping,
                start: session.header.start,
                datesCount: datesCount
            )
        }
    }

    /// A parameter's value; nil for one that is of its own session in any case.
    private static func value(of row: NielsenPingTable.Row, start: Int64, datesCount: Bool) -> Value? {
        func value(_ text: String) -> Value { Value(name: row.name, meaning: row.meaning, text: text) }
        if row.origins.contains(where: { [.chance, .identity].contains($0) }) {
            // Which one it is differs from launch to launch; whether there is one is what an app decides.
            return value(row.value.isEmpty ? "" : "(made here)")
        }
        if row.origins.contains(.delivery) { return nil }
        guard !datesCount else { return value(row.value) }
        let text = RelativeTimes.text(row.value, since: start)
        // What is left of the clock are dates and hours.
        return row.origins.contains(.clock) && text == row.value && !row.value.isEmpty ? nil : value(text)
    }
}

/// Counts the pings of each place of a session.
private struct Places {
    private var instances: [String: Int] = [:]
    private var views: [PingPlace: [Int64]] = [:]
    private var numbers: [PingPlace: Int] = [:]

    mutating func next(_ ping: JSONObject) -> PingPlace {
        let stream = ping["stream"]?.stringValue ?? ""
        let instance = instances[stream, default: instances.count + 1]
        instances[stream] = instance
        let side = ping["watermark"]?.stringValue.map { " " + $0.prefix(2) } ?? ""
        var place = PingPlace(
            instance: instance,
            product: (ping["product"]?.stringValue ?? "?") + side,
            lane: ping["lane"]?.stringValue ?? "",
            assetid: ping["assetid"]?.stringValue ?? "",
            view: 0,
            cadence: "",
            number: 0
        )
        place.view = view(ping, of: place)
        place.cadence = ping["cadence"]?.stringValue ?? "?"
        let number = numbers[place, default: 0] + 1
        numbers[place] = number
        place.number = number
        return place
    }

    /// The number among the views of the same asset: a view more of another one changes it for none.
    private mutating func view(_ ping: JSONObject, of asset: PingPlace) -> Int {
        guard let view = ping["view"]?.intValue else { return 0 }
        if let place = views[asset]?.firstIndex(of: view) { return place + 1 }
        views[asset, default: []].append(view)
        return views[asset]?.count ?? 0
    }
}
