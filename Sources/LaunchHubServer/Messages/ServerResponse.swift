// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// The response of a route.
package struct ServerResponse: Sendable {
    /// The status, 200 to 599.
    package var status: Int
    /// The header fields beside those that the server sets itself: length, date and connection.
    package var headers: HTTPHeaders
    /// The body.
    ///
    /// An answer to `HEAD` has its length and not the body.
    package var body: Data
    /// The parts to send instead of the body, one by one; the total length is not known before.
    package var parts: Parts?

    /// Makes the next part of a body while it is sent; nil ends the body.
    ///
    /// No more than a part is in memory. One thread calls it at a time. What it throws breaks the connection off, so that
    /// nobody takes what came for the whole.
    package typealias Parts = @Sendable () throws -> Data?

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: The status, 200 to 599.
    ///   - headers: The header fields.
    ///   - body: The body.
    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes a response with a JSON value, which clients must not cache.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - status: The HTTP status.
    /// - Returns: A response with the value on one line.
    package static func json(_ value: JSONValue, status: Int = 200) -> ServerResponse {
        var body = value.jsonData()
        body.append(UInt8(ascii: "\n"))
        return ServerResponse(
            status: status,
            headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: body
        )
    }

    /// Makes a response with JSON Lines, one object per line, which clients must not cache.
    ///
    /// - Parameter objects: The lines, in order.
    /// - Returns: A response with status 200.
    package static func jsonLines(_ objects: [JSONObject]) -> ServerResponse {
        ServerResponse(
            status: 200,
            headers: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
            body: lines(objects)
        )
    }

    /// Makes a response with JSON Lines that are made while they are sent.
    ///
    /// - Parameter next: Makes the next lines; an empty list ends the response.
    /// - Returns: A response with status 200, sent in parts.
    package static func jsonLines(_ next: @escaping @Sendable () throws -> [JSONObject]) -> ServerResponse {
        var response = jsonLines([])
        response.parts = {
            let objects = try next()
            return objects.isEmpty ? nil : lines(objects)
        }
        return response
    }

    private static func lines(_ objects: [JSONObject]) -> Data {
        var lines = Data()
        for object in objects {
            lines.append(JSONValue.object(object).jsonData())
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }

    /// Makes a response with a page that may load and run only what it contains, and may ask only this server.
    ///
    /// - Parameter html: The whole page, in UTF-8.
    /// - Returns: A response with status 200.
    package static func page(_ html: Data) -> ServerResponse {
        ServerResponse(
            status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8",
                "Cache-Control": "no-store",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                    + "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            ],
            body: html
        )
    }

    /// Makes the response to a request that is not served: `{"error": …, "status": …}`.
    ///
    /// - Parameters:
    ///   - status: The HTTP status, 400 to 599.
    ///   - message: What was wrong, and what would be right.
    /// - Returns: A response with that status and a JSON object.
    package static func error(_ status: Int, _ message: String) -> ServerResponse {
        json(["error": .string(message), "status": .int(Int64(status))], status: status)
    }

    /// Makes the response that represents a refusal.
    ///
    /// - Parameter refusal: The reason why a request is not served.
    /// - Returns: A response with the refusal's status and text.
    package static func refusal(_ refusal: ServerRefusal) -> ServerResponse {
        error(refusal.status, refusal.description)
    }
}
