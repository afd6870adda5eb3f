// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// One request to a collector, ready to be queued and sent.
public struct NielsenPing: Sendable, Hashable {
    /// How it is sent.
    public enum Method: String, Sendable, Hashable {
        /// Everything is in the address.
        case get = "GET"
        /// The address leads to where the body goes.
        case post = "POST"
    }

    /// Which kind of measurement it belongs to.
    public var product: NielsenProduct
    /// Why it was made.
    public var cadence: NielsenPingCadence
    /// How it is sent.
    public var method: Method
    /// Where it goes: printable ASCII, percent-encoded.
    public var url: String
    /// JSON text, for ``Method/post``.
    public var body: String?
    /// What keeps its order: pings of one stream are sent one after the other. It is the session of the instance.
    public var stream: String
    /// Names this ping for ever, so that a collector that gets it twice can tell. Send it as `Idempotency-Key`.
    public var id: String
    /// When it was made, in milliseconds since 1970.
    public var createdAt: Int64
    /// Where in ``url`` the ten digits of the time of sending are, in bytes; nil where it has none.
    public var sendTimePosition: Int?
    /// Where in ``url`` the digit is that stands for the number of failed tries, in bytes; nil where it has none.
    public var retryPosition: Int?
    /// The lane that it is about, where it is about one.
    public var lane: NielsenLane?
    /// The asset's identifier; empty where there is none.
    public var assetid: String
    /// How many segments it credits.
    public var creditedSegments: Int
    /// What it credits, and to which view; nil for pings that are about no view, such as ``NielsenProduct/session``.
    public var credit: NielsenPingCredit?

    /// Puts a ping together, for delivery that reads one back and for tests.
    ///
    /// - Parameters:
    ///   - product: Which kind of measurement it belongs to.
    ///   - cadence: Why it was made.
    ///   - method: How it is sent.
    ///   - url: Where it goes.
    ///   - body: JSON text, for ``Method/post``.
    ///   - stream: What keeps its order.
    ///   - id: Names this ping for ever.
    ///   - createdAt: Milliseconds since 1970.
    ///   - sendTimePosition: Where in the address the ten digits of the time of sending are.
    ///   - retryPosition: Where in the address the digit is that stands for the number of failed tries.
    ///   - lane: The lane that it is about.
    ///   - assetid: The asset's identifier.
    ///   - creditedSegments: How many segments it credits.
    ///   - credit: What it credits, and to which view.
    public init(
        product: NielsenProduct,
        cadence: NielsenPingCadence,
        method: Method = .get,
        url: String,
        body: String? = nil,
        stream: String,
        id: String,
        createdAt: Int64,
        sendTimePosition: Int? = nil,
        retryPosition: Int? = nil,
        lane: NielsenLane? = nil,
        assetid: String = "",
        creditedSegments: Int = 0,
        credit: NielsenPingCredit? = nil
    ) {
        self.product = product
        self.cadence = cadence
        self.method = method
        self.url = url
        self.body = body
        self.stream = stream
        self.id = id
        self.createdAt = createdAt
        self.sendTimePosition = sendTimePosition
        self.retryPosition = retryPosition
        self.lane = lane
        self.assetid = assetid
        self.creditedSegments = creditedSegments
        self.credit = credit
    }

    /// The address with what is only known when it is sent.
    ///
    /// - Parameters:
    ///   - time: Milliseconds since 1970.
    ///   - retry: How often sending it has failed before.
    /// - Returns: ``url`` itself where it has no place for either.
    public func url(sentAt time: Int64, retry: Int = 0) -> String {
        let places = [sendTimePosition, retryPosition]
        guard places.contains(where: { $0 != nil }) else { return url }
        var bytes = Array(url.utf8)
        let digits = Array(String(max(0, time / 1000)).utf8)
        if let position = sendTimePosition, digits.count == 10, position >= 0, position <= bytes.count - 10 {
            bytes.replaceSubrange(position..<position + 10, with: digits)
        }
        if retry > 0, let position = retryPosition, bytes.indices.contains(position) {
            bytes.replaceSubrange(position...position, with: String(retry).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The ping as JSON; the names of the members are stable.
    public var json: JSONObject {
        var object: JSONObject = [
            "product": .string(product.rawValue),
            "cadence": .string(cadence.rawValue),
            "method": .string(method.rawValue),
            "url": .string(url),
            "stream": .string(stream),
            "id": .string(id),
            "created": .int(createdAt),
            "credited_segments": .int(Int64(creditedSegments)),
        ]
        object["body"] = body.map(JSONValue.string)
        if let lane {
            object["lane"] = .string(lane.rawValue)
            object["assetid"] = .string(assetid)
        }
        credit?.write(to: &object)
        return object
    }
}
