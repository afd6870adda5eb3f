// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The value that a key of a condition or of a token names.
enum RuleKey: Sendable, Hashable {
    /// `~type`.
    case type
    /// `~source`.
    case source
    /// `~timestampu`: seconds since 1970.
    case seconds
    /// `~timestampz`: the time in the device's zone.
    case zonedTime
    /// `~timestampp`: the time in UTC with milliseconds.
    case universalTime
    /// `~sdkver`.
    case version
    /// `~cachebust`.
    case cacheBuster
    /// `~all_url`.
    case allURL
    /// `~all_json`.
    case allJSON
    /// `~state.<extension>/<path>`.
    case state(FoldedName, RulePath)
    /// A path in the event's data.
    case data(RulePath)

    private static let special: [String: RuleKey] = [
        "~type": .type, "~source": .source, "~timestampu": .seconds, "~timestampz": .zonedTime,
        "~timestampp": .universalTime, "~sdkver": .version, "~cachebust": .cacheBuster, "~all_url": .allURL,
        "~all_json": .allJSON,
    ]
    /// The special keys without a path, for messages.
    static var specialNames: String { special.keys.sorted().joined(separator: ", ") }
    private static let statePrefix = "~state."

    /// Reads a key.
    ///
    /// - Parameter text: The key as it is written.
    /// - Throws: ``RuleFault``, which says why the key is not valid.
    init(_ text: String) throws(RuleFault) {
        if let key = Self.special[text] {
            self = key
        } else if text.hasPrefix(Self.statePrefix) {
            let rest = text.dropFirst(Self.statePrefix.count)
            guard let slash = rest.firstIndex(of: "/"), slash != rest.startIndex,
                rest.index(after: slash) != rest.endIndex
            else {
                throw RuleFault("\(RuleFault.quoted(text)) names no state; write ~state.<extension>/<key>")
            }
            self = .state(FoldedName(String(rest[..<slash])), try Self.path(String(rest[rest.index(after: slash)...])))
        } else {
            self = .data(try Self.path(text))
        }
    }

    /// The key as it is written.
    var text: String {
        switch self {
        case .type: "~type"
        case .source: "~source"
        case .seconds: "~timestampu"
        case .zonedTime: "~timestampz"
        case .universalTime: "~timestampp"
        case .version: "~sdkver"
        case .cacheBuster: "~cachebust"
        case .allURL: "~all_url"
        case .allJSON: "~all_json"
        case .state(let owner, let path): "\(Self.statePrefix)\(owner.spelling)/\(path.text)"
        case .data(let path): path.text
        }
    }

    private static func path(_ text: String) throws(RuleFault) -> RulePath {
        guard let path = RulePath(text) else {
            throw RuleFault(
                "the key is too long; at most \(RulePath.lengthLimit) bytes and \(RulePath.partLimit) parts lead to a value"
            )
        }
        return path
    }

    /// About how much work it is to read, for what is looked at first.
    var cost: Int {
        switch self {
        case .type, .source: 1
        case .seconds, .version, .cacheBuster: 2
        case .data: 3
        case .state: 6
        case .zonedTime, .universalTime: 20
        case .allURL, .allJSON: 200
        }
    }
}
