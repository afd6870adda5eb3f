// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A view, or a run of watermarks, that two sessions credit differently.
package struct CreditDifference: Sendable, Hashable {
    /// The credit in the first session; nil if the view is not there.
    package let a: SessionView?
    /// The credit in the second session; nil if the view is not there.
    package let b: SessionView?
    /// Which view of the asset on its track it is, from 1.
    package let view: Int

    /// Compares two credits; nil if they are equal.
    init?(a: SessionView?, b: SessionView?, view: Int) {
        if let a, let b, a.seconds == b.seconds, a.credited == b.credited, a.ended == b.ended { return nil }
        (self.a, self.b, self.view) = (a, b, view)
    }

    /// Returns the credits of a session with their places, each of which is there once.
    static func places(_ credits: [SessionView]) -> [(place: PingPlace, value: SessionView)] {
        var instances: [Int: Int] = [:]
        var views: [PingPlace: Int] = [:]
        return credits.map { credit in
            let instance = instances[credit.instance, default: instances.count + 1]
            instances[credit.instance] = instance
            var place = PingPlace(
                instance: instance,
                product: credit.product,
                lane: credit.lane,
                assetid: credit.assetid
            )
            let view = views[place, default: 0] + 1
            views[place] = view
            place.view = view
            return (place, credit)
        }
    }

    /// The difference as a line of JSON.
    package var json: JSONObject {
        guard let some = a ?? b else { return [:] }
        var line: JSONObject = [
            "kind": "finding", "subject": "credit", "product": .string(some.product), "lane": .string(some.lane),
            "assetid": .string(some.assetid), "view": .int(Int64(view)),
        ]
        line["a"] = a.map { .object(Self.json($0)) }
        line["b"] = b.map { .object(Self.json($0)) }
        return line
    }

    private static func json(_ credit: SessionView) -> JSONObject {
        [
            "seconds": .int(credit.seconds), "minutes": .int(Int64(credit.minutes)),
            "segments": .array(credit.credited.map(JSONValue.int)), "ended": .bool(credit.ended),
        ]
    }
}
