// SPDX-License-Identifier: Apache-2.0

import HubServices
import TestSupport
import Testing

/// Values that code nests: they are taken up to the documented depth and refused beyond it, on the stack that a thread of an
/// app may have.
struct DeepValueTests {
    private static let smallStack = 512 << 10

    enum Shape: CaseIterable {
        case arrays
        case objects
        case alternating
        case wide
        case builtBySetting

        func value(levels: Int) -> JSONValue {
            var value = JSONValue.string("x")
            for level in 0..<levels {
                switch self {
                case .arrays: value = .array([value])
                case .objects: value = .object(JSONObject([("a", value)]))
                case .alternating: value = level.isMultiple(of: 2) ? [value] : ["a": value]
                case .wide: value = [1, value, "x", true]
                case .builtBySetting:
                    var object: JSONObject = ["first": 1]
                    object["a"] = value
                    value = .object(object)
                }
            }
            return value
        }
    }

    /// The ways on which values come in, each with the levels that it adds.
    private static let ways: [(added: Int, @Sendable (JSONValue) throws(JSONConversionError) -> Void)] = [
        (0, { value throws(JSONConversionError) in try value.validate() }),
        (0, { value throws(JSONConversionError) in _ = try JSONValue(any: value) }),
        (0, { value throws(JSONConversionError) in _ = try JSONValue(any: value.anyValue) }),
        (1, { value throws(JSONConversionError) in try JSONObject([("a", value)]).validate() }),
        (1, { value throws(JSONConversionError) in _ = try JSONObject(untyped: ["a": value]) }),
        (1, { value throws(JSONConversionError) in _ = try JSONObject(untyped: ["a": value.anyValue]) }),
    ]

    @Test(arguments: Shape.allCases)
    func theDeepestValueIsTakenAndADeeperOneIsAnError(_ shape: Shape) {
        let outcomes = withStack(of: Self.smallStack) {
            Self.ways.map { added, take in
                [0, 1, 200].map { more -> JSONConversionError.Reason? in
                    do throws(JSONConversionError) {
                        try take(shape.value(levels: JSONValue.maximumDepth - added + more))
                        return nil
                    } catch {
                        return error.reason
                    }
                }
            }
        }
        #expect(outcomes?.count == Self.ways.count)
        for outcome in outcomes ?? [] { #expect(outcome == [nil, .tooDeep, .tooDeep]) }
    }
}
