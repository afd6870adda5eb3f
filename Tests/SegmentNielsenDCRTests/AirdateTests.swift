// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import SegmentNielsenDCR
import Testing

struct AirdateTests {
    private static func airdate(_ value: JSONValue?) -> String? {
        var properties: JSONObject = ["asset_id": "c"]
        if let value { properties["airdate"] = value }
        return NielsenDCRTranslator.metadata("Video Content Started", properties).first?["airdate"]
    }

    static let forms: [(String, String)] = [
        ("2005-06-27", "20050627 00:00:00"),
        ("2005-06-27T21:00:00Z", "20050627 21:00:00"),
        ("2005-06-27t21:00:00z", "20050627 21:00:00"),
        ("2005-06-27 21:00:00", "20050627 21:00:00"),
        ("2005-06-27T21:00", "20050627 21:00:00"),
        ("2005-06-27T21:00Z", "20050627 21:00:00"),
        ("2005-06-27T21:00:00.1Z", "20050627 21:00:00"),
        ("2005-06-27T21:00:00.000Z", "20050627 21:00:00"),
        ("2005-06-27T21:00:59,123456789", "20050627 21:00:59"),
        ("2005-06-27T21:00:00+02:00", "20050627 19:00:00"),
        ("2005-06-27T21:00:00-0330", "20050628 00:30:00"),
        ("2005-06-27T23:30:00-01", "20050628 00:30:00"),
        ("2004-12-31T23:59:59.9-14:00", "20050101 13:59:59"),
        ("2004-03-01T00:30:00+01:00", "20040229 23:30:00"),
        ("2000-02-29", "20000229 00:00:00"),
        ("1969-12-31T23:00:00Z", "19691231 23:00:00"),
        ("1991-08-13T00:00:00.000Z", "19910813 00:00:00"),
        ("2023-01-30T15:00:00.000Z", "20230130 15:00:00"),
        ("0000-03-01", "00000301 00:00:00"),
        ("9999-12-31T23:59:59", "99991231 23:59:59"),
    ]

    @Test(arguments: forms)
    func eachFormBecomesTheSDKs(_ text: String, _ expected: String) {
        #expect(Self.airdate(.string(text)) == expected)
    }

    static let others: [String] = [
        "20050627 21:00:00", "this is not a valid date", "2019-13-45", "2019-02-29", "1900-02-29", "2005-06-31",
        "2005-06-27T24:00:00Z", "2005-06-27T21:60:00Z", "2005-06-27T21:00:60Z", "2005-06-27T21",
        "2005-06-27T21:00:00.Z",
        "2005-06-27T21:00:00+15:00", "2005-06-27T21:00:00+14:01", "2005-06-27T21:00:00+02:60", "2005-06-27T21:00:00Zx",
        "2005-6-27", "05-06-27", "2005/06/27", "2005-06-27X21:00:00", "9999-12-31T23:59:59-01:00",
        "0000-01-01T00:00:00+01:00", " 2005-06-27", "2005-06-27 ", "٢٠٠٥-٠٦-٢٧", "-005-06-27", "2005-06-27T+1:00:00Z",
        "2005-06-27T21:00:00Z\u{301}",
    ]

    @Test(arguments: others)
    func whatIsNoDatePassesThrough(_ text: String) {
        #expect(Self.airdate(.string(text)) == text)
    }

    @Test func missingAndOddValuesAreText() {
        #expect(Self.airdate(nil) == "")
        #expect(Self.airdate(.null) == "")
        #expect(Self.airdate("") == "")
        #expect(Self.airdate(1_119_906_000) == "1119906000")
        #expect(Self.airdate(.string(String(repeating: "2", count: 100_000)))?.count == 100_000)
    }

    @Test func datesOfTheHostAreTaken() {
        let event = SegmentTrackEvent(
            "Video Content Started",
            properties: ["asset_id": "c", "airdate": Date(timeIntervalSince1970: 1_119_906_000.9)]
        )
        let metadata = NielsenDCRTranslator.metadata("Video Content Started", event.properties)
        #expect(metadata.first?["airdate"] == "20050627 21:00:00")
        for seconds in [Double.nan, .infinity, -1e300, 1e300, 1e11 * 86_400] {
            let date = Date(timeIntervalSince1970: seconds)
            let event = SegmentTrackEvent("Video Content Started", properties: ["airdate": date])
            #expect(event.properties["airdate"] == .null)
        }
    }
}
