// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SegmentNielsenDCR

/// The longest text that is read as a date, and the largest offsets, from both sides.
struct AirdateLimitTests {
    @Test(arguments: [(43, true), (44, true), (45, false)])
    func aDateHas64BytesAtMost(_ digits: Int, _ isRead: Bool) {
        let text = "2005-06-27T21:00:00." + String(repeating: "1", count: digits)
        #expect(SegmentAirdate.normalized(text) == (isRead ? "20050627 21:00:00" : text))
    }

    @Test(arguments: [
        ("2005-01-01", "20050101 00:00:00"), ("2005-12-31", "20051231 00:00:00"), ("2005-13-01", nil),
        ("2005-00-01", nil), ("2005-12-00", nil), ("2005-12-32", nil), ("2005-02-29", nil),
        ("2004-02-29", "20040229 00:00:00"), ("0000-01-01", "00000101 00:00:00"), ("9999-12-31", "99991231 00:00:00"),
    ])
    func aDayIsOneOfTheCalendar(_ text: String, _ date: String?) {
        #expect(SegmentAirdate.normalized(text) == date ?? text)
    }

    @Test(
        arguments: [
            ("+00:59", "20050627 20:01:00"), ("-00:59", "20050627 21:59:00"), ("+13:59", "20050627 07:01:00"),
            ("+1400", "20050627 07:00:00"), ("-14", "20050628 11:00:00"), ("+00:60", nil), ("-13:60", nil),
            ("-14:01", nil), ("+15", nil), ("+1", nil), ("+010", nil), ("+", nil), ("+01:", nil),
        ] as [(String, String?)]
    )
    func anOffsetHasFourteenHoursAtMost(_ offset: String, _ date: String?) {
        let text = "2005-06-27T21:00:00" + offset
        #expect(SegmentAirdate.normalized(text) == date ?? text)
    }
}
