// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import SegmentNielsenDCR

/// Texts that are read as numbers.
struct SegmentNumberTests {
    @Test(
        arguments: [
            ("7", 7), ("+7", 7), ("-7", -7), ("  12", 12), ("0.9", 0), ("9.5", 9), ("-1.5", -1), ("+1.5", 1),
            ("1e2", 100), ("1E2", 100), ("1e+2", 100), ("150e-2", 1), ("9223372036854775807", .max),
            ("9223372036854775808", nil), ("", nil), (" ", nil), ("12 ", nil), ("1:5", nil), ("1/5", nil),
            ("0x10", nil), ("0x1p3", nil), ("1_0", nil), ("inf", nil), ("nan", nil), ("e", nil), ("1,5", nil),
        ] as [(String, Int64?)]
    )
    func aTextIsAWholeNumberOrNone(_ text: String, _ number: Int64?) {
        #expect(SegmentCoercion.integer(.string(text)) == number)
    }

    /// What stands before it is not counted.
    @Test(arguments: [(63, true), (64, true), (65, false)])
    func aNumberHas64BytesAtMost(_ count: Int, _ isRead: Bool) {
        let digits = String(repeating: "0", count: count - 1) + "7"
        #expect(SegmentCoercion.integer(.string(digits)) == (isRead ? 7 : nil))
        #expect(SegmentCoercion.integer(.string("   " + digits)) == (isRead ? 7 : nil))
    }

    @Test(
        arguments: [
            (1.9, 1), (-1.9, -1), (0.0, 0), (1e300, nil), (.double(.nan), nil), (true, nil), (.null, nil), ([1], nil),
            (.int(.min), .min),
        ] as [(JSONValue, Int64?)]
    )
    func aValueIsAWholeNumberOrNone(_ value: JSONValue, _ number: Int64?) {
        #expect(SegmentCoercion.integer(value) == number)
    }

    @Test(
        arguments: [
            ("true", true), ("TRUE", true), ("yes", true), ("Y", true), ("1", true), ("01", false), ("truer", false),
            ("t", false), ("", false), (2.0, false), (2, false), (-1, false), (1.0, true), (0.0, false),
        ] as [(JSONValue, Bool)]
    )
    func aValueIsTrueOrNot(_ value: JSONValue, _ truth: Bool) {
        #expect(SegmentCoercion.truth(value) == truth)
    }
}
