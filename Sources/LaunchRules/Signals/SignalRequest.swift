// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A request that a rule orders, as it waits in the queue.
struct SignalRequest: Sendable, Hashable {
    /// The address.
    var url: URL
    /// The body of a POST request; nil for a GET request.
    var body: String?
    /// The `Content-Type` of the body.
    var contentType: String?
    /// The time limit of one try.
    var timeout: Duration

    /// The time limit without another one.
    static let usualTimeout = Duration.seconds(2)
    /// The longest time limit.
    static let longestTimeout = Duration.seconds(30)
    /// The longest address, in bytes.
    static let longestAddress = 16 << 10
    /// The longest body, in bytes.
    static let longestBody = 256 << 10

    /// The requests that it is in line with: those to the same host.
    var stream: String { (url.host ?? "") + (url.port.map { ":\($0)" } ?? "") }

    /// The form that the queue keeps.
    var payload: Data {
        var object: JSONObject = ["url": .string(url.absoluteString), "timeout": .double(timeout.inSeconds)]
        if let body { object["body"] = .string(body) }
        if let contentType { object["type"] = .string(contentType) }
        return JSONValue.object(object).jsonData()
    }

    /// Returns a time limit in range.
    static func timeout(_ seconds: Double) -> Duration {
        guard seconds > 0 else { return usualTimeout }
        return .seconds(min(max(seconds, 0.1), longestTimeout.inSeconds))
    }
}

extension SignalRequest {
    /// Reads what the queue has kept; nil if it is not a request.
    init?(payload: Data) {
        guard let object = try? JSONObject(jsonData: payload),
            let url = object["url"]?.stringValue.flatMap(URL.init(string:))
        else { return nil }
        let seconds = object["timeout"]?.doubleValue ?? Self.usualTimeout.inSeconds
        self.init(
            url: url,
            body: object["body"]?.stringValue,
            contentType: object["type"]?.stringValue,
            timeout: Self.timeout(seconds)
        )
    }
}
