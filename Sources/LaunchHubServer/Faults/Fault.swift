// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Something that goes wrong on purpose with the requests to some paths.
public struct Fault: Sendable, Hashable {
    /// Where a connection is closed before its time.
    public enum Cut: String, Sendable, Hashable, CaseIterable {
        /// Before the request is looked at: the server does not know of it.
        case before
        /// After the request was served and before the first byte of the answer: the server knows, the client does not.
        case answer
        /// In the middle of the answer's body. An answer without a body is cut off as with ``answer``.
        case body
    }

    /// How the paths begin that it meets; the server's own interface under `/api/` is never met.
    public var path: String
    /// The status of the answer in the route's place, 200 to 599; nil lets the route answer.
    public var status: Int?
    /// How many seconds the answer with ``status`` asks to be left alone; nil does not ask.
    public var retryAfter: Int?
    /// How long the answer is held back, up to an hour; nil does not hold it back. The request is served at once.
    public var delay: Duration?
    /// Where the connection is closed before its time; nil does not close it.
    public var cutOff: Cut?
    /// How many requests it meets in all, 1 or more; nil for every one.
    public var times: Int?
    /// With which probability it meets a request, 0 to 1.
    public var probability: Double
    /// What the chances are drawn from, so that a run can be repeated; nil draws them anew in every run.
    public var seed: UInt64?

    /// Where faults apply that do not say where: the pings.
    public static let usualPath = "/cgi-bin/"

    /// The longest time that an answer is held back.
    public static let longestDelay = Duration.seconds(3_600)

    /// Describes a fault.
    ///
    /// - Parameters:
    ///   - path: How the paths begin that it meets.
    ///   - status: The status of the answer in the route's place, 200 to 599.
    ///   - retryAfter: How many seconds that answer asks to be left alone.
    ///   - delay: How long the answer is held back, up to an hour.
    ///   - cutOff: Where the connection is closed before its time.
    ///   - times: How many requests it meets in all, 1 or more.
    ///   - probability: With which probability it meets a request, 0 to 1.
    ///   - seed: What the chances are drawn from.
    public init(
        path: String = Fault.usualPath,
        status: Int? = nil,
        retryAfter: Int? = nil,
        delay: Duration? = nil,
        cutOff: Cut? = nil,
        times: Int? = nil,
        probability: Double = 1,
        seed: UInt64? = nil
    ) {
        self.path = path
        self.status = status
        self.retryAfter = retryAfter
        self.delay = delay
        self.cutOff = cutOff
        self.times = times
        self.probability = probability
        self.seed = seed
    }

    /// What is done to a request that the fault meets.
    struct Effect: Sendable, Hashable {
        var status: Int?
        var retryAfter: Int?
        var delay: Duration?
        var cutOff: Cut?

        func failure(_ status: Int) -> ServerResponse {
            var response = ServerResponse.error(status, "this server was told to fail")
            response.headers["Retry-After"] = retryAfter.map(String.init)
            return response
        }
    }

    var effect: Effect { Effect(status: status, retryAfter: retryAfter, delay: delay, cutOff: cutOff) }
}
