// SPDX-License-Identifier: Apache-2.0

import Foundation

/// JSON text of any kind: what is read is written and read again as the same value, and a fault has a place in the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = Data(UnsafeBufferPointer(start: bytes, count: count))
    let fault = JSONFault.first(in: text)
    do throws(JSONConversionError) {
        let value = try JSONValue(jsonData: text)
        precondition(fault == nil, "it is read and has a fault")
        let again = try JSONValue(jsonText: value.jsonText)
        precondition(again == value, "it is another value when it is written and read again")
        precondition(again.hashValue == value.hashValue, "equal values have different hashes")
    } catch {
        guard let fault else { preconditionFailure("it is refused and has no fault") }
        precondition(fault.line >= 1 && fault.column >= 1 && fault.column <= count + 1, "the fault is not in the text")
    }
    return 0
}
