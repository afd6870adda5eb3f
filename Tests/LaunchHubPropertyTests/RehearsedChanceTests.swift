// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHubProperty
import NielsenAppApi
import Testing

/// What depends on chance in the examples of a configuration is the same each time and everywhere.
struct RehearsedChanceTests {
    private func values() throws -> [String: [String: String]] {
        try SDKRehearsal(NielsenConfiguration.builtInText).examples.reduce(into: [:]) { found, example in
            let items = URLComponents(string: try #require(example.url))?.queryItems ?? []
            found[example.template] = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
        }
    }

    /// The number of a ping tells how many were made before it.
    @Test func eachPingHasItsOwnNumber() throws {
        #expect(
            try values().mapValues { $0["rnd"] } == [
                "dar": "8a42bbe679", "dcrStatic": "d208f440ed", "dcrVideo": "695e881732", "dtvr": "2727cae87e",
                "session": "17c84ecdc8", "tsv": "a86821e681", "viewability": "985ba2a756",
                "viewabilityDTVR": "b8d65d31a5",
            ]
        )
        #expect(try values()["tsv"]?["nmspc"] == "48a7355afe")
    }

    @Test func thePingsOfASessionHaveItsIdentifiers() throws {
        let values = try values()
        let session = "LAz4tynchWbQFK9y3sxmbgVKPEJ8x1700000000"
        for template in ["dcrStatic", "dcrVideo", "dtvr", "session", "viewability", "viewabilityDTVR"] {
            #expect(values[template]?["sessionId"] == session, "\(template)")
        }
        for template in ["dcrStatic", "dcrVideo", "session"] {
            #expect(values[template]?["fp_id"] == "8FF34785-799E-4CBD-AE2A-C13EF8E8D8D2", "\(template)")
            #expect(values[template]?["ve_id"] == "53845412-7B09-4493-B1BB-CDCBFA53E0A8", "\(template)")
        }
        // The ad is the first view, the programme the second; the channel and the radio come before the page.
        #expect(values["dcrVideo"]?["c59"] == "sesid,LAz4tynchWbQFK9y3sxmbgVKPEJ8x17000000002")
        #expect(values["dcrStatic"]?["c59"] == "sesid,LAz4tynchWbQFK9y3sxmbgVKPEJ8x17000000005")
    }
}
