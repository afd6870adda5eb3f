// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// A request as it reached the server, read and checked.
package struct ServerRequest: Sendable, Hashable {
    /// The method, in the spelling of the client; HTTP's own are upper case.
    package var method: String
    /// The address as it came: path and query, nothing decoded.
    package var target: RequestTarget
    /// The header fields; of a name that came more than once the values are joined with a comma.
    package var headers: HTTPHeaders
    /// The body, within the limit of the server.
    package var body: Data
    /// The time at which it had arrived completely.
    package var arrival: Date
    /// Whether it came by HTTPS.
    package var isSecure: Bool
    /// The values of the placeholders of the route's pattern, decoded.
    package var captures: [String: String]
    /// The segments that match the `*` of the route's pattern, decoded.
    package var rest: [String]

    /// Makes a request, for tests of handlers.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The address.
    ///   - headers: The header fields.
    ///   - body: The body.
    ///   - arrival: When it arrived.
    ///   - isSecure: Whether it came by HTTPS.
    package init(
        _ method: String,
        _ target: RequestTarget,
        headers: HTTPHeaders = HTTPHeaders(),
        body: Data = Data(),
        arrival: Date = Date(timeIntervalSince1970: 0),
        isSecure: Bool = false
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.arrival = arrival
        self.isSecure = isSecure
        captures = [:]
        rest = []
    }

    /// The body as a JSON object.
    ///
    /// - Throws: ``ServerRefusal`` with status 400 that says what is wrong with it.
    package func jsonObject() throws(ServerRefusal) -> JSONObject {
        do {
            return try JSONObject(jsonData: body)
        } catch {
            throw ServerRefusal(400, "the body is not a JSON object: \(error)")
        }
    }

    /// Returns a parameter that is a whole number.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - range: The numbers that are allowed.
    ///   - fallback: The number if the parameter is absent.
    /// - Returns: The parameter's number, or `fallback`.
    /// - Throws: ``ServerRefusal`` with status 400 and a sentence that says what would be right.
    package func number(
        _ name: String,
        in range: ClosedRange<Int64>,
        default fallback: Int64
    ) throws(ServerRefusal) -> Int64 {
        guard let text = target.parameter(name) else { return fallback }
        guard let number = Int64(text), range.contains(number) else {
            throw ServerRefusal(
                400,
                "\(name) is \(text.prefix(40).debugDescription); "
                    + "use a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }
}

/// The reason why a request is not served: the status and the words of the response.
///
/// A route's handler throws it instead of building the answer; the client gets the same JSON object as for every other
/// error.
package struct ServerRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status, 400 to 599.
    package let status: Int
    /// A description of what was wrong, and what would be valid.
    package let description: String

    /// Makes a refusal.
    ///
    /// - Parameters:
    ///   - status: The status, 400 to 599.
    ///   - description: What was wrong, and what would be right.
    package init(_ status: Int, _ description: String) {
        self.status = status
        self.description = VisibleText.line(description)
    }
}
