// SPDX-License-Identifier: Apache-2.0

package import HubServices

extension JSONValue {
    /// The text of the value, as tokens and the event history write it; nil for null, lists and objects.
    package var leafText: String? {
        switch self {
        case .string(let text): text
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .double(let value): Int64(exactly: value).map { String($0) } ?? String(value)
        case .null, .array, .object: nil
        }
    }
}
