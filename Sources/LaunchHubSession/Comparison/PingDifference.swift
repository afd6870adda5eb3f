// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenAppApi

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

    /// Compares two pings; nil if what two sessions can have in common is equal.
    init?(_ place: PingPlace, _ a: SessionPing?, _ b: SessionPing?, _ starts: (a: Int64, b: Int64)) {
        (self.place, timeA, timeB) = (place, a?.time, b?.time)
        guard let a, let b else {
            fields = []
            return
        }
        let hasDates = starts.a == starts.b
        let old = Self.values(of: a, since: starts.a, hasDates)
        let new = Self.values(of: b, since: starts.b, hasDates)
        let second = Dictionary(new.map { ($0.name, $0.text) }) { first, _ in first }
        let known = Set(old.map(\.name))
        fields =
            old.filter { second[$0.name] != $0.text }
            .map { Field(name: $0.name, meaning: $0.meaning, a: $0.text, b: second[$0.name]) }
            + new.filter { !known.contains($0.name) }
            .map { Field(name: $0.name, meaning: $0.meaning, a: nil, b: $0.text) }
        // The same parameters in another order, or with other meanings, say nothing.
        if fields.isEmpty { return nil }
    }

    /// The values of a ping, without those that are of its own session in any case.
    private static func values(
        of ping: SessionPing,
        since start: Int64,
        _ hasDates: Bool
    ) -> [(name: String, meaning: String, text: String)] {
        let credit = ["seconds", "segments", "ended"].compactMap { name in
            ping.recorded[name].map { (name, "", $0.jsonText) }
        }
        return credit
            + ping.table.rows.compactMap { row in
                if row.origins.contains(where: { [.chance, .identity].contains($0) }) {
                    // Which one it is differs from launch to launch; whether there is one is what an app decides.
                    return (row.name, row.meaning, row.value.isEmpty ? "" : "(made here)")
                }
                if row.origins.contains(.delivery) { return nil }
                guard !hasDates else { return (row.name, row.meaning, row.value) }
                let text = RelativeTimes.text(row.value, since: start)
                // What is left of the clock are dates and hours.
                let isDate = row.origins.contains(.clock) && text == row.value && !row.value.isEmpty
                return isDate ? nil : (row.name, row.meaning, text)
            }
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
