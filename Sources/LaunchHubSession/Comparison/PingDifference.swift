// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A ping that only one of two sessions has, or that differs.
package struct PingDifference: Sendable, Hashable {
    /// One parameter, or a member of the ping.
    package struct Field: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// What it means; empty if that is not known.
        package let meaning: String
        /// The value in the first session; nil if it is not there.
        package let a: String?
        /// The value in the second session; nil if it is not there.
        package let b: String?
    }

    /// The place of the ping.
    package let place: PingPlace
    /// When the first session's was made, in milliseconds since that session began; nil if it is not there.
    package let timeA: Int64?
    /// When the second session's was made, in milliseconds since that session began; nil if it is not there.
    package let timeB: Int64?
    /// What differs; empty if only one of the sessions has the ping.
    package let fields: [Field]

    /// Compares the pings of two sessions, each with the one in the same place.
    ///
    /// - Parameters:
    ///   - a: The pings of the first session.
    ///   - b: The pings of the second session.
    /// - Returns: The differences, in the order of the first session, followed by what only the second one has.
    static func all(_ a: [PlacedPing], _ b: [PlacedPing]) -> [PingDifference] {
        let second = Dictionary(uniqueKeysWithValues: b.map { ($0.place, $0) })
        let known = Set(a.map(\.place))
        let common = a.compactMap { ping in difference(ping, second[ping.place]) }
        let added = b.filter { !known.contains($0.place) }
            .map { PingDifference(place: $0.place, timeA: nil, timeB: $0.time, fields: []) }
        return common + added
    }

    private static func difference(_ a: PlacedPing, _ b: PlacedPing?) -> PingDifference? {
        guard let b else { return PingDifference(place: a.place, timeA: a.time, timeB: nil, fields: []) }
        let (old, new) = (a.values, b.values)
        if old == new { return nil }
        let second = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
        let known = Set(old.map(\.name))
        let common = old.filter { second[$0.name]?.text != $0.text }.map {
            Field(name: $0.name, meaning: $0.meaning, a: $0.text, b: second[$0.name]?.text)
        }
        let added = new.filter { !known.contains($0.name) }.map {
            Field(name: $0.name, meaning: $0.meaning, a: nil, b: $0.text)
        }
        // The same parameters in another order, or with other meanings, say nothing.
        guard !common.isEmpty || !added.isEmpty else { return nil }
        return PingDifference(place: a.place, timeA: a.time, timeB: b.time, fields: common + added)
    }

    /// The difference as lines of JSON: one a field, or one for a ping that only one of the sessions has.
    package var json: [JSONObject] {
        var line: JSONObject = [
            "kind": "finding", "subject": "ping", "product": .string(place.product), "lane": .string(place.lane),
            "assetid": .string(place.assetid), "view": .int(Int64(place.view)), "cadence": .string(place.cadence),
            "number": .int(Int64(place.number)), "instance": .int(Int64(place.instance)),
        ]
        line["t_a"] = timeA.map(JSONValue.int)
        line["t_b"] = timeB.map(JSONValue.int)
        if fields.isEmpty { return [line] }
        return fields.map { field in
            var line = line
            line["key"] = .string(field.name)
            line["meaning"] = .string(field.meaning)
            line["a"] = field.a.map(JSONValue.string)
            line["b"] = field.b.map(JSONValue.string)
            return line
        }
    }
}
