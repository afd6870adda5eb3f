// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The pings of a session file, with the times that they have, and what is said of the file.
    struct SessionPingsTests {
        private static let header = #"{"schema":"launch-hub-session","version":2,"title":"S","seed":1,"start":1000}"#
        private static let end = #"{"kind":"end","t":9,"steps":0}"#
        private let folder: TemporaryFolder
        private var path: String { folder.file("s.jsonl").path }

        init() throws { folder = try TemporaryFolder() }

        private func read(_ lines: [String]) throws -> (pings: [ExportPing], remarks: [String], lines: [Int]) {
            try folder.write(lines.map { $0 + "\n" }.joined(), to: "s.jsonl")
            var session = SessionPings(path, name: "s")
            var pings: [ExportPing] = []
            var remarks: [String] = []
            var places: [Int] = []
            try session.forEachPing(remark: { remarks.append($0) }, line: { _, place, _ in places.append(place) }) {
                pings.append($0)
            }
            return (pings, remarks, places)
        }

        private static func ping(_ number: Int64, _ address: String, _ time: Int64) -> ExportPing {
            ExportPing(
                source: "s",
                number: number,
                time: time,
                lastTime: time,
                state: .recorded,
                method: "GET",
                address: address
            )
        }

        @Test func aPingHasTheTimeOfItsLineUnlessItNamesItsOwn() throws {
            let (pings, remarks, lines) = try read([
                Self.header, #"{"kind":"ping","t":5,"ping":{"url":"/a"}}"#, #"{"kind":"ping","ping":{"url":"/b"}}"#,
                #"{"kind":"ping","t":-5,"ping":{"url":"/c"}}"#,
                #"{"kind":"ping","t":9223372036854775807,"ping":{"url":"/d"}}"#,
                #"{"kind":"ping","t":5,"ping":{"url":"/e","id":"i","created":7,"method":"POST","body":"b"}}"#,
                #"{"kind":"ping","t":5,"ping":{"id":"j"}}"#, #"{"kind":"action","t":5,"ping":{"url":"/f"}}"#, "   ",
                Self.end,
            ])
            var last = Self.ping(5, "/e", 7)
            last.id = "i"
            last.method = "POST"
            last.body = "b"
            #expect(
                pings == [
                    Self.ping(1, "/a", 1_005), Self.ping(2, "/b", 1_000), Self.ping(3, "/c", 1_000),
                    Self.ping(4, "/d", 1_000), last,
                ]
            )
            #expect(remarks.isEmpty)
            #expect(lines == [1, 2, 3, 4, 5, 6, 7, 8, 10])
        }

        @Test func whatASessionLacksIsSaid() throws {
            let none = "\(path): the session has no pings; \"launchhub record\" says how to have them."
            let open = "\(path): there is no \"end\" line; the recording was cut off."
            let ping = #"{"kind":"ping","t":5,"ping":{"url":"/a"}}"#
            #expect(try read([Self.header]).remarks == [none, open])
            #expect(try read([Self.header, Self.end]).remarks == [none])
            #expect(try read([Self.header, ping]).remarks == [open])
            #expect(try read([Self.header, ping, Self.end]).remarks == [])
        }

        @Test func aFileThatIsNoSessionIsRefused() throws {
            for lines in [[], ["", " "]] as [[String]] {
                let error = #expect(throws: (any Error).self) { try read(lines) }
                #expect(error.map { "\($0)".contains("the file is empty") } == true)
            }
            try (Data(Self.header.utf8) + Data([0x0A, 0xFF, 0xFE, 0x0A])).write(to: folder.file("s.jsonl"))
            var session = SessionPings(path, name: "s")
            let failure = #expect(throws: FileFailure.self) {
                try session.forEachPing(remark: { _ in }, line: nil) { _ in }
            }
            #expect(failure?.description == "cannot read \(path): line 2 is not UTF-8; save the file as UTF-8")
        }

        #if canImport(LaunchHubServer)
            @Test(arguments: [
                (0..<1_005, []), (1_005..<1_006, ["/a"]), (1_006..<1_008, ["/b"]), (0..<Int64.max, ["/a", "/b"]),
            ])
            func pingsOfATimeCanBeChosen(_ range: Range<Int64>, _ addresses: [String]) throws {
                try folder.write(
                    """
                    \(Self.header)
                    {"kind":"ping","t":5,"ping":{"url":"/a"}}
                    {"kind":"ping","t":7,"ping":{"url":"/b"}}
                    \(Self.end)

                    """,
                    to: "s.jsonl"
                )
                var found: [String] = []
                try ExportSource.session(path).forEachPing(in: range, remark: { _ in }) { found.append($0.address) }
                #expect(found == addresses)
            }

            /// A session may be called like a queue, and a database that is none of ours may lie beside it.
            @Test func aFolderWithoutAQueueHasSessions() throws {
                for name in ["pings.jsonl", "other.sqlite"] { try folder.write("", to: name) }
                let found = try ExportSource.all(at: folder.url.path).map { "\($0)" }
                #expect(found == ["session(\"\(folder.file("pings.jsonl").path)\")"])
            }
        #endif
    }
#endif
