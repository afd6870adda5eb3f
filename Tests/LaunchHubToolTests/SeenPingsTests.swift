// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The order of pings that others have seen, and their numbers.
    struct SeenPingsTests {
        private static let address = "http://127.0.0.1:8642/cgi-bin/gn?n="

        private static func entry(_ second: Int, _ url: String) -> JSONValue {
            ["startedDateTime": .string("2026-03-02T20:00:0\(second)Z"), "request": ["url": .string(url)]]
        }

        /// Pings of one moment keep the order in which they stand.
        @Test func pingsHaveTheOrderOfTheirTimes() throws {
            let folder = try TemporaryFolder()
            let seconds = [3, 3, 1, 3, 1, 0, 3, 1]
            let entries = seconds.enumerated().map { Self.entry($0.element, Self.address + "\($0.offset)") }
            let log: JSONObject = ["log": ["entries": .array(entries + [Self.entry(9, "http://127.0.0.1/image.png")])]]
            var remarks: [String] = []
            let file = try folder.write(log.jsonText, to: "a.har").path
            let seen = try SeenPings(file) { remarks.append($0) }
            #expect(seen.source == "har" && seen.others == 1)
            #expect(remarks == ["\(file): 1 request is not a ping."])
            #expect(seen.pings.map(\.url) == [5, 2, 4, 7, 0, 1, 3, 6].map { Self.address + "\($0)" })
            #expect(
                seen.pings.map { $0.time - 1_772_481_600_000 } == [0, 1_000, 1_000, 1_000, 3_000, 3_000, 3_000, 3_000]
            )
            #expect(seen.pings.allSatisfy { $0.method == "GET" && $0.id == nil && $0.body == nil })
        }

        @Test(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
        func pingsAreNumberedFromOne() throws {
            let input = "/x?a=1\n\n/y?b=2\n"
            func line(_ number: Int64, _ url: String, _ name: String, _ value: String) -> JSONObject {
                [
                    "kind": "ping", "ping": .int(number), "product": "", "template": "", "url": .string(url),
                    "parameters": [
                        ["name": .string(name), "meaning": "", "value": .string(value), "origin": .array([])]
                    ],
                ]
            }
            let found = try Executable.objects(["pings"], input: input)
            #expect(found == [line(1, "/x?a=1", "a", "1"), line(2, "/y?b=2", "b", "2")])
            #expect(
                try Executable.objects(["pings", "--lint"], code: 1, input: input + "/y?b=2\n").map { $0["ping"] }
                    == [3, nil]
            )
        }
    }
#endif
