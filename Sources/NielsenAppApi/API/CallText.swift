// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The text of a call and its arguments, as one line of the log.
///
/// Source: "DCR Video iOS SDK guide", "Debug flag for development environment".
enum CallText {
    private static let maximumMembers = 64
    /// The largest number of members that are sorted before they are shown; of more, any are shown.
    private static let maximumSorted = 1_000
    private static let maximumLevels = 3
    private static let maximumValue = 300
    private static let maximumText = 2_000

    /// Describes a call for logs.
    ///
    /// Long arguments are cut off, and text from outside never begins a line.
    ///
    /// - Parameters:
    ///   - name: The call's name.
    ///   - data: The argument, of any type, or nil.
    /// - Returns: One line, such as `play {"channelName": "…"}`.
    static func text(_ name: String, _ data: Any?) -> String {
        guard let data = NielsenInput.unwrapped(data) else { return name }
        if let text = data as? String { return "\(name) \"\(NielsenText.shown(text, maximumText))\"" }
        return "\(name) \(text(of: data, levels: maximumLevels))"
    }

    /// Describes a call with several arguments for logs.
    ///
    /// - Parameters:
    ///   - name: The call's name.
    ///   - members: The arguments, by name, in order.
    /// - Returns: One line.
    static func text(_ name: String, members: [(String, Any)]) -> String {
        "\(name) \(text(ofMembers: members, levels: maximumLevels))"
    }

    /// Describes a call for logs.
    static func text(_ call: NielsenCall) -> String {
        switch call {
        case .play(let data), .loadMetadata(let data), .updateOTT(let data): text(call.name, data)
        case .playheadPosition(let position): "\(call.name) \(position)"
        case .sendID3(let data), .userOptOut(let data): text(call.name, data)
        case .stop, .end, .staticEnd: call.name
        }
    }

    private static func text(of value: Any, levels: Int) -> String {
        switch value {
        case let text as String: return "\"\(NielsenText.shown(text, maximumValue))\""
        case let object as JSONObject: return text(of: object, levels: levels)
        case let json as JSONValue: return text(of: json, levels: levels)
        case let members as [String: Any]: return text(ofMembers: members.lazy.map { ($0, $1) }, levels: levels)
        case let members as [AnyHashable: Any]:
            return text(
                ofMembers: members.lazy.map { ($0.base as? String ?? "a key that is not a string", $1) },
                levels: levels
            )
        case let elements as [Any]: return text(ofElements: elements, levels: levels)
        default:
            let scalar = NielsenInput.Scalar(value)
            return scalar.text ?? scalar.kind
        }
    }

    private static func text(of object: JSONObject, levels: Int) -> String {
        text(ofMembers: object.entries.lazy.map { ($0.key, $0.value as Any) }, levels: levels)
    }

    private static func text(of json: JSONValue, levels: Int) -> String {
        switch json {
        case .string(let text): self.text(of: text, levels: levels)
        case .object(let object): text(of: object, levels: levels)
        case .array(let elements): text(ofElements: elements, levels: levels)
        case .null: "null"
        case .bool, .int, .double: NielsenInput.Scalar(json).text ?? json.kindDescription
        }
    }

    /// Members are sorted, because a dictionary has no order and a log line should have one.
    private static func text(ofMembers members: some Collection<(String, Any)>, levels: Int) -> String {
        guard levels > 0 else { return "{...}" }
        let shown = members.prefix(maximumSorted).sorted { $0.0 < $1.0 }.prefix(maximumMembers).map { key, value in
            "\(NielsenText.shown(key)): \(text(of: value, levels: levels - 1))"
        }
        return "{" + (shown + rest(of: members.count)).joined(separator: ", ") + "}"
    }

    private static func text(ofElements elements: [Any], levels: Int) -> String {
        guard levels > 0 else { return "[...]" }
        let shown = elements.prefix(maximumMembers).map { text(of: $0, levels: levels - 1) }
        return "[" + (shown + rest(of: elements.count)).joined(separator: ", ") + "]"
    }

    private static func rest(of count: Int) -> [String] {
        count > maximumMembers ? ["and \(count - maximumMembers) more"] : []
    }
}
