// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchHubTool

/// The names of folders for apps, and the days that rows lie in.
struct ExportPartitionTests {
    private static func many(_ character: String, _ count: Int) -> String { String(repeating: character, count: count) }

    @Test func aNameOfAHundredAndSixtyBytesIsWhole() {
        #expect(ExportPartition.name(of: Self.many("a", 160)) == Self.many("a", 160))
        #expect(
            ExportPartition.name(of: Self.many("a", 161))
                == Self.many("a", 120) + "~1668eb4fad53ba7b37b233bcb819f4a0"
        )
    }

    /// Neither an escape nor a character is cut in two.
    @Test(arguments: [
        (many("a", 118) + many("ä", 30), many("a", 118) + "~f993046e93de4eb3e3b5d246059421aa"),
        (many("a", 117) + many("ä", 30), many("a", 117) + "~ce9b69a1fbcdbeb86f895b77feb62783"),
        (many("a", 119) + many("ä", 30), many("a", 119) + "~c67d5c952bf4f41402a88d40fec3d7f5"),
        (many("a", 117) + many("/", 30), many("a", 117) + "%2F~50928ba72b437871d05176e2bb49bf8b"),
    ])
    func aLongerNameIsCutBetweenEscapes(_ app: String, _ name: String) {
        #expect(ExportPartition.name(of: app) == name)
    }

    /// A day is ten characters without blanks, though times may have some before them.
    @Test(arguments: ["  20260302", " 2026-03-2", "20260302  ", "2026-03-02T"])
    func aDayHasOneForm(_ day: String) {
        #expect(ExportTime.start(of: day) == nil)
    }
}
