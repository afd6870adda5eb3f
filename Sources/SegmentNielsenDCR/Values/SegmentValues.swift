// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A lenient converter for untyped values: one unusual property must not discard an event.
enum SegmentValues {
    /// Returns the members of a dictionary; values that JSON cannot represent are null.
    static func object(_ dictionary: [String: Any]?) -> JSONObject {
        guard let dictionary else { return [:] }
        return object(dictionary, depth: 0)
    }

    private static func object(_ dictionary: [String: Any], depth: Int) -> JSONObject {
        JSONObject(dictionary.sorted { $0.key < $1.key }.map { ($0.key, value($0.value, depth: depth + 1)) })
    }

    private static func value(_ any: Any, depth: Int) -> JSONValue {
        guard depth < JSONValue.maximumDepth else { return .null }
        switch any {
        case let text as String:
            return .string(text)
        case let value as JSONValue:
            return (try? value.validate()) == nil ? .null : value
        case let object as JSONObject:
            return (try? object.validate()) == nil ? .null : .object(object)
        case let date as Date:
            let seconds = date.timeIntervalSince1970
            return CivilDate(unixSeconds: seconds).map { .string($0.text) } ?? .null
        case let url as URL:
            return .string(url.absoluteString)
        // Before the scalars: asking whether a deep list is a number walks through all of it.
        case let elements as [Any]:
            return .array(elements.map { value($0, depth: depth + 1) })
        case let members as [String: Any]:
            return .object(object(members, depth: depth))
        default:
            return (try? JSONValue(any: any)) ?? .null
        }
    }
}
