// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Header lines of an answer: whatever comes, a head that is complete is one that a caller may have.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTPHead(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var reader = HTTPHeadReader()
    var rest = UnsafeBufferPointer(start: bytes, count: count)[...]
    while !rest.isEmpty {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
        let line = UnsafeBufferPointer(rebasing: rest[..<end])
        rest = rest[end...]
        switch reader.take(line) {
        case .more:
            continue
        case .refused(let error):
            precondition(!error.description.isEmpty)
            return 0
        case .complete(let status, let headers):
            precondition((200...599).contains(status), "no such status")
            precondition(reader.isComplete)
            for field in headers.fields {
                precondition(headers[field.name.uppercased()] != nil, "a field is not found under its own name")
                precondition(!field.value.utf8.contains(UInt8(ascii: "\n")), "a value has more than one line")
            }
        }
    }
    return 0
}
