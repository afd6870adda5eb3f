// SPDX-License-Identifier: Apache-2.0

import HubServices

extension Event {
    /// About how many bytes the event takes; for mailboxes with a limit in bytes.
    package var footprint: Int {
        let mask = mask?.reduce(32) { $0 + 16 + $1.utf8.count } ?? 0
        return 128 + name.utf8.count + Self.footprint(of: data, depth: 0) + mask
    }

    private static func footprint(of object: JSONObject, depth: Int) -> Int {
        var bytes = 32
        for entry in object { bytes += 48 + entry.key.utf8.count + footprint(of: entry.value, depth: depth) }
        return bytes
    }

    private static func footprint(of value: JSONValue, depth: Int) -> Int {
        // An event's data is no deeper than this.
        guard depth <= JSONValue.maximumDepth else { return 0 }
        switch value {
        case .null, .bool, .int, .double: return 8
        case .string(let text): return text.utf8.count
        case .array(let elements): return elements.reduce(32) { $0 + 24 + footprint(of: $1, depth: depth + 1) }
        case .object(let object): return footprint(of: object, depth: depth + 1)
        }
    }
}
