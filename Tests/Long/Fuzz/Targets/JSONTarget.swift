// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// JSON text of any kind: what is read is written and read again as the same value, and a fault has a place in the text.
struct JSONTarget: FuzzTarget {
    func run(_ input: Data) {
        let fault = JSONFault.first(in: input)
        do throws(JSONConversionError) {
            let value = try JSONValue(jsonData: input)
            require(fault == nil, "it is read and has a fault")
            let again = try JSONValue(jsonText: value.jsonText)
            require(again == value, "it is another value when it is written and read again")
            require(again.hashValue == value.hashValue, "equal values have different hashes")
            if case .object(let object) = value {
                let untyped = try JSONObject(untyped: object.anyDictionary)
                require(untyped == object, "it is another object after the way through a dictionary")
            }
        } catch {
            FuzzChecks.message(error.description)
            guard let fault else { fail("it is refused and has no fault: \(error)") }
            require(
                fault.line >= 1 && fault.column >= 1 && fault.column <= input.count + 1,
                "the fault is not in the text"
            )
        }
    }
}
