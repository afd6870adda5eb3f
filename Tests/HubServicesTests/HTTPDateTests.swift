// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Dates of HTTP, both ways, with each field's last value that is read and the first that is not.
struct HTTPDateTests {
    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (86_399, "Thu, 01 Jan 1970 23:59:59 GMT"),
            (86_400, "Fri, 02 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"), (949_363_200, "Tue, 01 Feb 2000 00:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func aTimeIsWrittenAndReadAgain(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.text(seconds) == text)
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test func timesOutsideTheYearsAreTheNearest() {
        #expect(HTTPDate.text(-1) == HTTPDate.text(0))
        #expect(HTTPDate.text(.min) == HTTPDate.text(0))
        #expect(HTTPDate.text(253_402_300_800) == HTTPDate.text(253_402_300_799))
        #expect(HTTPDate.text(.max) == HTTPDate.text(253_402_300_799))
        #expect(HTTPDate.text(1) == "Thu, 01 Jan 1970 00:00:01 GMT")
    }
}
