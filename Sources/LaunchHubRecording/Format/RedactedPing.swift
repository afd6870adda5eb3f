// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// A ping as a recording shows it: its parameters decoded, and without what is replaced.
package struct RedactedPing {
    /// The template that its address was made of; empty if it is unknown.
    package let template: String
    /// The parameters in their order, each with `name` and `value`.
    package let parameters: JSONValue
    /// The ping with its address and body.
    package let json: JSONObject

    /// Replaces values in a ping.
    ///
    /// - Parameters:
    ///   - address: The address, or its path and query.
    ///   - body: The body; nil for none.
    ///   - json: What else is known of the ping.
    ///   - configuration: The configuration with the templates.
    ///   - redactor: Replaces the values.
    package init(
        _ address: String,
        body: String?,
        _ json: JSONObject,
        _ configuration: NielsenConfiguration,
        _ redactor: inout Redactor
    ) {
        let table = NielsenPingTable(address, configuration)
        template = table.template
        var url = address
        var parameters: [JSONValue] = []
        for row in table.rows {
            var value = redactor.text(row.value)
            if redactor.replaces(row) {
                value = redactor.word(row.value)
                url = Self.replace(row, by: value, in: url)
            }
            parameters.append(["name": .string(row.name), "value": .string(value)])
        }
        self.parameters = .array(parameters)
        var json = json
        json["url"] = .string(redactor.text(url))
        if let body { json["body"] = .string(redactor.text(body)) }
        self.json = json
    }

    /// Replaces the value of a parameter, and keeps the word that the template puts in front of it.
    private static func replace(_ row: NielsenPingTable.Row, by word: String, in url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let front = row.text.hasSuffix(row.value) ? String(row.text.dropLast(row.value.count)) : ""
        let pairs = url[url.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard pair.hasPrefix(row.name + "=") else { return String(pair) }
            return row.name + "=" + PercentEncoding.encode(front) + word
        }
        return String(url[...mark]) + pairs.joined(separator: "&")
    }
}
