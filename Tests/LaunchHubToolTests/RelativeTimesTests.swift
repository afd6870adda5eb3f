// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchHubSession

/// Times within texts that are compared: those of the session alone, from both sides of each bound.
struct RelativeTimesTests {
    /// The session begins at 1,700,000,000 s.
    private static let start: Int64 = 1_700_000_000_999

    @Test(arguments: [
        ("stop,14,1700000016", "stop,14,00:16"), ("1700000000", "00:00"), ("1699999999", "1699999999"),
        ("1700604800", "168:00:00"), ("1700604801", "1700604801"), ("1700000016000", "00:16"),
        ("1700000016999", "00:16"), ("1699999999999", "1699999999999"), ("1700604800999", "168:00:00"),
        ("1700604801000", "1700604801000"), ("017000000160", "017000000160"), ("170000001", "170000001"),
        ("17000000160", "17000000160"), ("99999999999999999999", "99999999999999999999"), ("", ""), ("none", "none"),
        ("a1700000001b1700000002", "a00:01b00:02"), ("١٧٠٠٠٠٠٠١٦", "١٧٠٠٠٠٠٠١٦"), ("9999999999", "9999999999"),
    ])
    func onlyTimesOfTheSessionAreReplaced(_ text: String, _ replaced: String) {
        #expect(RelativeTimes.text(text, since: Self.start) == replaced)
    }

    @Test(arguments: [Int64.min, .max, 0])
    func anyBeginningIsPossible(_ start: Int64) {
        #expect(RelativeTimes.text("1700000016", since: start) == "1700000016")
        #expect(RelativeTimes.text("1700000016000", since: start) == "1700000016000")
    }

    // MARK: - Places

    @Test func aPlaceIsInWords() {
        var place = PingPlace(
            instance: 1,
            product: "dcrVideo",
            lane: "content",
            assetid: "A",
            view: 1,
            cadence: "interval",
            number: 1
        )
        #expect(place.description == "dcrVideo interval of content A")
        place.number = 2
        place.view = 2
        place.instance = 2
        #expect(place.description == "dcrVideo interval 2 of content A, view 2, instance 2")
        place.assetid = ""
        #expect(place.description == "dcrVideo interval 2 of content, view 2, instance 2")
        place.lane = ""
        place.view = 0
        place.instance = 1
        #expect(place.description == "dcrVideo interval 2")
    }
}
