// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines of a recorded session that no rule is about.
///
/// Most lines of a large recording are of this kind, so they are recognized by how they begin, as recorders write them, and
/// are not read.
enum SessionLines {
    private static let kinds = [
        "event", "delivery", "outcome", "overrun", "state", "extension", "rules", "record", "credit", "remark",
        "answer",
        "clock",
    ]
    private static let beginnings = kinds.map { Array(#"{"kind":"\#($0)""#.utf8) }
    private static let front = Array(#"{"kind":""#.utf8)

    /// Whether a line is a whole one that no rule is about.
    static func areIrrelevant(_ line: Data) -> Bool {
        line.withUnsafeBytes { bytes in
            // A carriage return may stand before the line's end.
            guard let last = bytes.last(where: { $0 > 0x20 }), last == UInt8(ascii: "}"), bytes.starts(with: front)
            else {
                return false
            }
            return beginnings.contains { bytes.starts(with: $0) }
        }
    }
}
