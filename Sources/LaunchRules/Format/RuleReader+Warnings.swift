// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The parts of a rule that are valid but have an effect that their author may not expect.
extension RuleReader {
    private static let functions = ["urlenc", "int", "double", "string", "bool"]

    /// Warns of a key that looks like one of the special ones and is read as a path in the data.
    mutating func checkKey(_ key: RuleKey) {
        guard case .data(let name) = key, name.text.utf8.first == UInt8(ascii: "~") else { return }
        warn(
            "\(RuleFault.quoted(name.text)) is not one of the special keys, so it means a value of the event's data;"
                + " the special ones are \(RuleKey.specialNames) and ~state.<extension>/<key>"
        )
    }

    /// Warns of a type that is not one of those that change or cause events, beside data for one of those.
    mutating func checkKind(_ kind: String, _ detail: JSONObject) {
        guard !["add", "mod", "dispatch"].contains(kind),
            detail["eventdata"] != nil || detail["eventdataaction"] != nil
        else { return }
        warn(
            "\(RuleFault.quoted(kind)) leaves as an event for whoever handles it; eventdata changes or causes something in"
                + " add, mod and dispatch",
            at: .member("type")
        )
    }

    /// Warns of tokens that stay as they are written, or whose function does nothing.
    mutating func checkTokens(_ value: JSONValue) {
        switch value {
        case .string(let text):
            checkTokens(in: text)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                place.append(.element(index))
                checkTokens(element)
                place.removeLast()
            }
        case .object(let members):
            for member in members {
                place.append(.member(member.key))
                checkTokens(member.value)
                place.removeLast()
            }
        case .null, .bool, .int, .double:
            break
        }
    }

    private mutating func checkTokens(in text: String) {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return }
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{%") {
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "%}") else {
                return warn("{% has no %} behind it, so the text stays as it is written")
            }
            // What is not a token at all is refused where it is read.
            if let token = try? RuleToken(rest[..<close.lowerBound]) {
                if token.functions.contains(.unknown) {
                    let names = Self.functions.joined(separator: ", ")
                    warn(
                        "\(RuleFault.quoted(String(rest[..<close.lowerBound]))) calls a function that does nothing;"
                            + " the functions are \(names)"
                    )
                }
                checkKey(token.key)
            }
            rest = rest[close.upperBound...]
        }
    }

    /// Says which member was probably meant where one is missing.
    static func instead(of name: String, in rule: JSONObject) -> String {
        let found = rule.keys.first { $0 != name && ($0.hasPrefix(name) || name.hasPrefix($0)) && !$0.isEmpty }
        return found.map { "; \(RuleFault.quoted($0)) is there, write \(RuleFault.quoted(name))" } ?? ""
    }
}
