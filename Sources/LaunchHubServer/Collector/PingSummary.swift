// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The pings of a collector, counted.
package struct PingSummary: Sendable, Hashable {
    /// The number of pings, each id once.
    package var pings = 0
    /// The number of duplicates.
    package var doubles = 0
    /// The number of pings dropped since the collector began, the oldest first, because there were too many.
    package var dropped = 0
    /// The pings of each kind.
    package var kinds: [PingKind: Int] = [:]

    /// Makes an empty summary.
    package init() {}

    mutating func add(_ ping: CollectedPing) {
        pings += 1
        doubles += ping.doubles
        kinds[PingKind(ping), default: 0] += 1
    }

    /// The pings of each product.
    package var products: [String: Int] {
        kinds.reduce(into: [:]) { $0[$1.key.product, default: 0] += $1.value }
    }

    /// The number of sessions that the pings name.
    package var sessions: Int { Set(kinds.keys.map(\.session)).subtracting([""]).count }

    /// The summary as JSON: the totals, and a list with each product, cadence and session.
    package var json: JSONObject {
        [
            "pings": .int(Int64(pings)), "doubles": .int(Int64(doubles)), "sessions": .int(Int64(sessions)),
            "dropped": .int(Int64(dropped)),
            "products": .object(JSONObject(products.mapValues { .int(Int64($0)) })),
            "kinds": .array(
                kinds.sorted { $0.key < $1.key }.map { kind, count in
                    [
                        "product": .string(kind.product), "cadence": .string(kind.cadence),
                        "session": .string(kind.session), "pings": .int(Int64(count)),
                    ]
                }
            ),
        ]
    }
}
