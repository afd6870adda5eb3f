// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import NielsenModel

/// A request to a collector, ready to be queued and sent.
public struct NielsenPing: Sendable, Hashable {
    /// The HTTP method.
    package enum Method: String, Sendable, Hashable {
        /// All data is in the URL.
        case get = "GET"
        /// The data is in the body.
        case post = "POST"
    }

    /// The kind of measurement that it belongs to.
    public var product: NielsenProduct
    /// The reason why it was made.
    public var cadence: NielsenPingCadence
    /// The HTTP method.
    package var method: Method
    /// The URL: printable ASCII, percent-encoded.
    public var url: String
    /// The body of a POST, JSON text; nil for a GET.
    public var body: String?
    /// The ordering key: pings of one stream are sent one after the other.
    ///
    /// It is the session of the instance.
    public var stream: String
    /// The permanent identifier of this ping, by which a collector recognizes duplicates.
    ///
    /// Send it as `Idempotency-Key`.
    public var id: String
    /// The time at which it was made, in milliseconds since 1970.
    public var createdAt: Int64
    /// The position in ``url`` of the ten digits of the time of sending, in bytes; nil if there are none.
    public var sendTimePosition: Int?
    /// The position in ``url`` of the digit for the number of failed attempts, in bytes, or nil.
    public var retryPosition: Int?
    /// The track that it is about, or nil.
    public var lane: NielsenLane?
    /// The identifier of the asset, or an empty text.
    public var assetid: String
    /// The number of segments that it credits.
    public var creditedSegments: Int
    /// The credit and its view; nil for pings that are about no view, such as ``NielsenProduct/session``.
    package var credit: NielsenPingCredit?

    /// Makes a ping, for a delivery that restores one and for tests.
    ///
    /// - Parameters:
    ///   - product: The kind of measurement that it belongs to.
    ///   - cadence: The reason why it was made.
    ///   - method: The HTTP method.
    ///   - url: The URL: printable ASCII, percent-encoded.
    ///   - body: The body, JSON text, for ``Method/post``.
    ///   - stream: The ordering key.
    ///   - id: The permanent identifier of this ping.
    ///   - createdAt: The time at which it was made, in milliseconds since 1970.
    ///   - sendTimePosition: The position in the URL of the ten digits of the time of sending.
    ///   - retryPosition: The position in the URL of the digit for the number of failed attempts.
    ///   - lane: The track that it is about.
    ///   - assetid: The identifier of the asset.
    ///   - creditedSegments: The number of segments that it credits.
    ///   - credit: The credit and its view.
    package init(
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

    /// Returns the URL with the values that are only known at the time of sending.
    ///
    /// - Parameters:
    ///   - time: The time of sending, in milliseconds since 1970.
    ///   - retry: The number of failed attempts before.
    /// - Returns: The URL with both values; ``url`` itself if it has a place for neither.
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
