// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import Testing

    @testable import LaunchHubTool

    /// The app and the day that the verdict on a session is of.
    struct ExportSessionJudgeTests {
        private static let start = #""title":"S","seed":1,"start":1772481600000"#

        private static func read(_ lines: String...) throws -> ExportSessionJudge {
            var judge = ExportSessionJudge()
            for (place, line) in lines.enumerated() {
                judge.read(Data(line.utf8), place + 1, try JSONObject(jsonText: line))
            }
            return judge
        }

        /// The day, the app, its version, the source, and the number of pings.
        private static func verdict(_ judge: ExportSessionJudge, app: String? = nil) -> [ExportValue] {
            guard let row = judge.rows(source: "s", app: app).first, row.partition.table == .verdicts else { return [] }
            return Array(row.values[0..<4]) + [row.values[5]]
        }

        private static let header =
            #"{"schema":"launch-hub-session","version":2,"configuration":{"nielsen.ios":{"appid":"PC","appversion":"3"}},\#(start)}"#
        private static let instance =
            #"{"kind":"action","t":0,"name":"InstantiateSDKWithLocalConfigEvent","data":{"data":{"appid":"PI"}}}"#
        private static let other =
            #"{"kind":"action","t":0,"name":"TrackSDKEvent","data":{"data":{"appid":"PO","appversion":"9"}}}"#
        private static let ping = #"{"kind":"ping","t":1,"ping":{"url":"/x"}}"#

        @Test func theAppIsThatOfItsPingsThenOfItsInstanceThenOfItsConfiguration() throws {
            let day = ExportValue.text("2026-03-02")
            let configured = try Self.read(Self.header, Self.other)
            #expect(configured.start == 1_772_481_600_000 && !configured.hasPingsOnly)
            #expect(Self.verdict(configured) == [day, .text("PC"), .text("3"), .text("s"), .integer(0)])
            var judge = try Self.read(Self.header, Self.instance, Self.other, Self.ping, Self.ping)
            #expect(Self.verdict(judge) == [day, .text("PI"), .none, .text("s"), .integer(2)])
            judge.learn(app: "", version: "")
            #expect(Self.verdict(judge) == [day, .text("PI"), .none, .text("s"), .integer(2)])
            judge.learn(app: "PS", version: "")
            judge.learn(app: "PT", version: "5")
            judge.learn(app: "PU", version: "6")
            #expect(Self.verdict(judge) == [day, .text("PS"), .text("5"), .text("s"), .integer(2)])
            #expect(Self.verdict(judge, app: "PS") == Self.verdict(judge))
            #expect(Self.verdict(judge, app: "PI") == [])
        }

        @Test func aSessionThatNamesNothingBeganInNineteenSeventy() throws {
            let judge = try Self.read(#"{"schema":"launch-hub-session","version":2,"title":"S","seed":1}"#, Self.ping)
            #expect(judge.start == 0)
            #expect(Self.verdict(judge) == [.text("1970-01-01"), .none, .none, .text("s"), .integer(1)])
        }

        /// What a collector has seen of a session is judged with other pings.
        @Test func aSessionOfPingsAloneHasNoVerdict() throws {
            let judge = try Self.read(
                #"{"schema":"launch-hub-session","version":2,"source":"pings.db",\#(Self.start)}"#,
                Self.ping
            )
            #expect(judge.hasPingsOnly && judge.start == 1_772_481_600_000)
            #expect(judge.rows(source: "s", app: nil) == [])
        }

        #if canImport(LaunchHubServer)
            /// There are as many verdicts on the pings of a source as memory is meant to hold.
            @Test func thereIsALimitToTheNumberOfVerdicts() throws {
                var judges = ExportJudges(of: "s")
                func read(_ version: Int) throws {
                    let ping = ExportPing(
                        source: "s",
                        number: 1,
                        time: 0,
                        lastTime: 0,
                        state: .collected,
                        method: "GET",
                        address: "/x"
                    )
                    let group = ExportJudges.Group(day: "d", app: "a", version: "\(version)")
                    try judges.read(ping, group, session: "", isBeginning: false)
                }
                for version in 0..<16_384 { try read(version) }
                try read(0)
                let failure = #expect(throws: FileFailure.self) { try read(16_384) }
                #expect(
                    failure?.description
                        == "cannot certify s: there are more than 16384 days, apps and versions; narrow "
                        + "the export with --since, --until or --app, or leave out the verdicts with --table pings,credit"
                )
            }
        #endif
    }
#endif
