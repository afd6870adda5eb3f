// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices
import NielsenAppApi

/// A request that the collector has stored.
package struct CollectedPing: Sendable, Hashable {
    /// The order of arrival, from 1.
    ///
    /// A number is given once, also after pings were deleted.
    package var number: Int64
    /// The permanent id of the ping, from its `Idempotency-Key`; nil without one.
    package var id: String?
    /// The method.
    package var method: String
    /// The path as it came.
    package var path: String
    /// The query as it came; nil where there was none.
    package var query: String?
    /// The query's parameters, decoded and in their order.
    package var parameters: [RequestTarget.Parameter]
    /// The header fields that say who sent what, as far as they came.
    package var headers: HTTPHeaders
    /// The body; empty where there was none.
    package var body: Data
    /// The time of arrival, in milliseconds since 1970.
    package var time: Int64
    /// The number of later arrivals with the same id.
    package var doubles: Int
    /// The time of the last arrival, in milliseconds since 1970.
    package var lastTime: Int64

    static let headersOfInterest = [
        "Host", "User-Agent", "Content-Type", "Content-Length", "Origin", "Referer", "Idempotency-Key",
    ]

    /// Returns the value of the first parameter with a name.
    ///
    /// - Parameter name: The name, decoded; case matters.
    /// - Returns: The value, or nil if there is no such parameter.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// The ping as JSON.
    ///
    /// `parameters` is a list of pairs, because names may repeat and have an order. A body that is no text is under
    /// `bodyBase64` instead of `body`.
    package var json: JSONObject {
        let kind = PingKind(self)
        var object: JSONObject = [
            "number": .int(number), "method": .string(method), "path": .string(path),
            "parameters": .array(parameters.map { [.string($0.name), .string($0.value)] }),
            "headers": .object(JSONObject(headers.fields.lazy.map { ($0.name, .string($0.value)) })),
            "time": .int(time), "doubles": .int(Int64(doubles)), "product": .string(kind.product),
        ]
        object["id"] = id.map(JSONValue.string)
        object["query"] = query.map(JSONValue.string)
        object["cadence"] = kind.cadence.isEmpty ? nil : .string(kind.cadence)
        object["session"] = kind.session.isEmpty ? nil : .string(kind.session)
        if doubles > 0 { object["lastTime"] = .int(lastTime) }
        if !body.isEmpty {
            if let text = String(data: body, encoding: .utf8) {
                object["body"] = .string(text)
            } else {
                object["bodyBase64"] = .string(body.base64EncodedString())
            }
        }
        return object
    }
}

/// The kind of a ping, by which a collector counts.
package struct PingKind: Sendable, Hashable, Comparable {
    /// The product: `dcr-video`, `dcr-static`, `dtvr`, `session`, `tsv` and others; `other` if unknown.
    package let product: String
    /// The occasion: `impression`, `view`, `duration`, `quarter-hour` and others; empty if unknown.
    package let cadence: String
    /// The session that the ping belongs to; empty where it names none.
    package let session: String

    /// Derives the kind of a ping.
    package init(_ ping: CollectedPing) {
        let seen = SeenPing(collected: ping.path + (ping.query.map { "?\($0)" } ?? ""))
        (product, cadence, session) = (seen.product.rawValue, seen.cadence, seen.session)
    }

    /// Orders by product, then cadence, then session.
    package static func < (left: PingKind, right: PingKind) -> Bool {
        (left.product, left.cadence, left.session) < (right.product, right.cadence, right.session)
    }
}

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
