// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A view, or a run of watermarks, that two sessions credit differently.
package struct CreditDifference: Sendable, Hashable {
    /// The credit in the first session; nil if the view is not there.
    package let a: AssetCredit?
    /// The credit in the second session; nil if the view is not there.
    package let b: AssetCredit?
    /// Which view of the asset on its track it is, from 1.
    package let view: Int

    /// Compares the credits of two sessions.
    ///
    /// - Parameters:
    ///   - a: The credits of the first session.
    ///   - b: The credits of the second session.
    /// - Returns: The differences, in the order of the first session, followed by what only the second one has.
    static func all(_ a: [AssetCredit], _ b: [AssetCredit]) -> [CreditDifference] {
        let (a, b) = (placed(a), placed(b))
        let second = Dictionary(uniqueKeysWithValues: b.map { ($0.key, $0.credit) })
        let known = Set(a.map(\.key))
        let common = a.map { CreditDifference(a: $0.credit, b: second[$0.key], view: $0.key.view) }
        let added = b.filter { !known.contains($0.key) }.map {
            CreditDifference(a: nil, b: $0.credit, view: $0.key.view)
        }
        return common.filter { !$0.isEqual } + added
    }

    private struct Key: Hashable {
        var instance: Int
        var product: String
        var lane: String
        var assetid: String
        var view: Int
    }

    private static func placed(_ credits: [AssetCredit]) -> [(key: Key, credit: AssetCredit)] {
        var instances: [String: Int] = [:]
        var views: [Key: Int] = [:]
        return credits.map { credit in
            let instance = instances[credit.session, default: instances.count + 1]
            instances[credit.session] = instance
            var key = Key(
                instance: instance,
                product: credit.product,
                lane: credit.lane,
                assetid: credit.assetid,
                view: 0
            )
            let view = views[key, default: 0] + 1
            views[key] = view
            key.view = view
            return (key, credit)
        }
    }

    private var isEqual: Bool {
        guard let a, let b else { return false }
        return a.seconds == b.seconds && a.segments == b.segments && a.ended == b.ended
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

    private static func json(_ credit: AssetCredit) -> JSONObject {
        [
            "seconds": .int(credit.seconds), "minutes": .int(Int64(credit.minutes)),
            "segments": .array(credit.segments.map(JSONValue.int)), "ended": .bool(credit.ended),
        ]
    }
}
