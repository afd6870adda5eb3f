// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// A ping as a recording shows it: its parameters decoded, and without what is replaced.
package struct RedactedPing {
    /// The template that its address was made of; empty if it is unknown.
    package let template: String
    /// The parameters in their order.
    package let values: [(name: String, value: String)]
    /// The ping with its address and body.
    package let json: JSONObject

    /// The parameters in their order, each with `name` and `value`.
    package var parameters: JSONValue {
        .array(values.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    /// Replaces values in a ping that was taken apart.
    ///
    /// - Parameters:
    ///   - table: The parameters of the address.
    ///   - address: The address, or its path and query.
    ///   - body: The body; nil for none.
    ///   - json: What else is known of the ping.
    ///   - redactor: Replaces the values.
    package init(
        _ table: NielsenPingTable,
        of address: String,
        body: String?,
        _ json: JSONObject,
        _ redactor: inout Redactor
    ) {
        template = table.template
        var words: [String: String] = [:]
        values = table.rows.map { row in
            let isReplaced = redactor.replaces(row)
            let word = isReplaced ? redactor.word(row.value) : redactor.text(row.value)
            if word != row.value { words[row.name] = Self.text(row, with: PercentEncoding.encode(word)) }
            return (row.name, word)
        }
        var json = json
        json["url"] = .string(redactor.withoutSecrets(Self.replace(words, in: address)))
        if let body { json["body"] = .string(redactor.text(body)) }
        self.json = json
    }

    /// Returns the value of a parameter as it stands in an address, with the word that the template puts in front of it.
    private static func text(_ row: NielsenPingTable.Row, with word: String) -> String {
        let front = row.text.hasSuffix(row.value) ? String(row.text.dropLast(row.value.count)) : ""
        return PercentEncoding.encode(front) + word
    }

    /// Replaces the values of parameters.
    private static func replace(_ words: [String: String], in url: String) -> String {
        guard !words.isEmpty, let mark = url.firstIndex(of: "?") else { return url }
        var text = String(url[...mark])
        text.reserveCapacity(url.utf8.count)
        var isFirst = true
        for pair in url[url.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false) {
            if !isFirst { text += "&" }
            isFirst = false
            if let end = pair.firstIndex(of: "="), let word = words[String(pair[..<end])] {
                text += pair[...end]
                text += word
            } else {
                text += pair
            }
        }
        return text
    }
}
