// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A deliberate fault in the response to requests of some paths.
package struct Fault: Sendable, Hashable {
    /// The point at which a connection is closed early.
    package enum Cut: String, Sendable, Hashable, CaseIterable {
        /// Before the request is read: the server does not know of it.
        case before
        /// After the request was served and before the first byte of the answer: the server knows, the client does not.
        case answer
        /// In the middle of the answer's body. An answer without a body is cut off as with ``answer``.
        case body
    }

    /// The prefix of the paths that it applies to; it never applies to the server's own interface under `/api/`.
    package var path: String
    /// The status of the answer in the route's place, 200 to 599; nil lets the route answer.
    package var status: Int?
    /// The seconds of `Retry-After` in the response with ``status``, or nil.
    package var retryAfter: Int?
    /// The delay of the response, up to an hour, or nil.
    ///
    /// The request is served immediately.
    package var delay: Duration?
    /// The point at which the connection is closed early; nil does not close it.
    package var cutOff: Cut?
    /// The number of requests that it applies to, 1 or more; nil for every one.
    package var times: Int?
    /// With which probability it meets a request, 0 to 1.
    package var probability = 1.0
    /// The seed of the chances, so that a run can be repeated; nil draws new ones in every run.
    package var seed: UInt64?

    /// The default path prefix: that of pings.
    package static let usualPath = "/cgi-bin/"

    /// Describes a fault.
    ///
    /// - Parameters:
    ///   - path: How the paths begin that it meets.
    ///   - status: The status of the answer in the route's place, 200 to 599.
    ///   - retryAfter: How many seconds that answer asks to be left alone.
    ///   - delay: How long the answer is held back, up to an hour.
    ///   - cutOff: Where the connection is closed before its time.
    ///   - times: How many requests it meets in all, 1 or more.
    package init(
        path: String = Fault.usualPath,
        status: Int? = nil,
        retryAfter: Int? = nil,
        delay: Duration? = nil,
        cutOff: Cut? = nil,
        times: Int? = nil
    ) {
        self.path = path
        self.status = status
        self.retryAfter = retryAfter
        self.delay = delay
        self.cutOff = cutOff
        self.times = times
    }

    /// Returns the answer in the route's place.
    func failure(_ status: Int) -> ServerResponse {
        var response = ServerResponse.error(status, "this server was asked to fail")
        response.headers["Retry-After"] = retryAfter.map(String.init)
        return response
    }
}

extension Fault {
    private static let keys = [
        "path", "status", "retryAfter", "delay", "cutOff", "times", "probability", "seed",
    ]

    /// Reads a fault.
    ///
    /// ```json
    /// {"status": 503, "times": 3, "retryAfter": 2}
    /// {"delay": 0.5, "path": "/"}
    /// {"cutOff": "body", "probability": 0.2, "seed": 1}
    /// ```
    ///
    /// - Parameter json: The members of a fault, all of them optional but one of `status`, `delay` and `cutOff`. `delay`
    ///   is in seconds; `cutOff` is a name of ``Cut`` or `true` for `before`.
    /// - Throws: ``ServerRefusal`` with status 400 that names the member and says what would be right.
    package init(json: JSONObject) throws(ServerRefusal) {
        if let unknown = json.keys.first(where: { !Self.keys.contains($0) }) {
            throw ServerRefusal(
                400,
                "a fault has no \(unknown.prefix(40).debugDescription); use \(Self.keys.joined(separator: ", "))"
            )
        }
        self.init()
        path =
            try Self.read(json, "path", "a path, such as /cgi-bin/") { value in
                value.stringValue.flatMap { $0.hasPrefix("/") ? $0 : nil }
            } ?? Self.usualPath
        status = try Self.whole(json, "status", 200...599)
        retryAfter = try Self.whole(json, "retryAfter", 0...86_400)
        delay = try Self.read(json, "delay", "seconds from 0 to 3600") { value in
            value.doubleValue.flatMap { (0...3_600).contains($0) ? .seconds($0) : nil }
        }
        cutOff = try Self.read(json, "cutOff", "true, \"before\", \"answer\" or \"body\"", Self.cut)
        times = try Self.whole(json, "times", 1...1_000_000_000)
        probability =
            try Self.read(json, "probability", "a number from 0 to 1") { value in
                value.doubleValue.flatMap { (0...1).contains($0) ? $0 : nil }
            } ?? 1
        seed = try Self.whole(json, "seed", 0...Int.max).map(UInt64.init)
        if status == nil, delay == nil, cutOff == nil {
            throw ServerRefusal(400, "a fault needs one of status, delay and cutOff")
        }
        if retryAfter != nil, status == nil {
            throw ServerRefusal(400, "retryAfter needs a status; 503 is usual")
        }
    }

    /// The fault as JSON, without what is not set.
    package var json: JSONObject {
        var object: JSONObject = ["path": .string(path)]
        object["status"] = status.map { .int(Int64($0)) }
        object["retryAfter"] = retryAfter.map { .int(Int64($0)) }
        object["delay"] = delay.map { .double($0.inSeconds) }
        object["cutOff"] = cutOff.map { .string($0.rawValue) }
        object["times"] = times.map { .int(Int64($0)) }
        if probability < 1 { object["probability"] = .double(probability) }
        object["seed"] = seed.map { .int(Int64(clamping: $0)) }
        return object
    }

    private static func cut(_ value: JSONValue) -> Cut? {
        value.boolValue == true ? .before : value.stringValue.flatMap(Cut.init)
    }

    private static func whole(
        _ json: JSONObject,
        _ key: String,
        _ range: ClosedRange<Int>
    ) throws(ServerRefusal) -> Int? {
        try read(json, key, "a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
            value.intValue.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static func read<Value>(
        _ json: JSONObject,
        _ key: String,
        _ right: String,
        _ read: (JSONValue) -> Value?
    ) throws(ServerRefusal) -> Value? {
        guard let value = json[key], !value.isNull, value.boolValue != false else { return nil }
        guard let result = read(value) else {
            throw ServerRefusal(400, "\(key) is \(value.jsonText.prefix(60)); use \(right)")
        }
        return result
    }
}
