// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Header lines of an answer: whatever comes, a head that is complete is one that a caller may have.
struct HTTPHeadTarget: FuzzTarget {
    func run(_ input: Data) {
        var reader = HTTPHeadReader()
        input.withUnsafeBytes { bytes in
            var rest = bytes.bindMemory(to: UInt8.self)[...]
            while !rest.isEmpty {
                let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
                let line = UnsafeBufferPointer(rebasing: rest[..<end])
                rest = rest[end...]
                switch reader.read(line) {
                case .more:
                    continue
                case .refused(let error):
                    FuzzChecks.message(error.description)
                    return
                case .complete(let status, let headers):
                    require((200...599).contains(status), "no such status")
                    require(reader.isComplete, "a complete head is none")
                    for field in headers.fields {
                        require(
                            headers[field.name] != nil,
                            "a field is not found under its own name"
                        )
                        require(!field.value.utf8.contains(UInt8(ascii: "\n")), "a value has more than one line")
                    }
                }
            }
        }
    }
}
