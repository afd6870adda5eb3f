// SPDX-License-Identifier: Apache-2.0

import HubServices
import TestSupport
import Testing

/// Values of many more levels than are accepted, which code builds by mistake: they are refused, and freed, on the small
/// stack of a thread.
struct DeepValueTests {
    private static let depth = 500
    /// What a thread of an app may have.
    private static let smallStack = 512 << 10

    enum Shape: CaseIterable {
        case arrays
        case objects
        case alternating
        case wide
        case builtBySetting
    }

    private static func value(_ shape: Shape) -> JSONValue {
        var value = JSONValue.string("x")
        for level in 0..<depth {
            switch shape {
            case .arrays: value = .array([value])
            case .objects: value = .object(JSONObject([("a", value)]))
            case .alternating: value = level.isMultiple(of: 2) ? [value] : ["a": value]
            case .wide: value = [1, value, "x", [2], ["b": true]]
            case .builtBySetting:
                var object: JSONObject = ["first": 1]
                object["a"] = value
                value = .object(object)
            }
        }
        return value
    }

    @Test(arguments: Shape.allCases)
    func aDeepValueIsRefusedAndFreedOnASmallStack(_ shape: Shape) throws {
        let isRefused = withStack(of: Self.smallStack) {
            do throws(JSONConversionError) {
                try Self.value(shape).validate()
                return false
            } catch {
                return error.reason == .tooDeep
            }
        }
        #expect(isRefused == true)
    }

    @Test func whatIsTakenOutOfADeepValueStaysWhenTheRestIsFreed() throws {
        let kept = withStack(of: Self.smallStack) { () -> [JSONValue]? in
            let value = JSONValue.array([Self.value(.arrays), "kept"])
            return value.arrayValue
        }
        let elements = try #require(kept ?? nil)
        #expect(elements.count == 2)
        #expect(elements[1] == "kept")
        // The rest is freed with these, on a small stack, too.
        let rest = Locked(elements)
        _ = withStack(of: Self.smallStack) { rest.withLock { $0 = [] } }
    }
}
