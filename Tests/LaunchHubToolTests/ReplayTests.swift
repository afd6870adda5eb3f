// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// Recordings played again.
struct ReplayTests {
    static let channels = ["Episode with ads", "Live news", "Front page", "Zapping"]

    @Test(arguments: channels)
    func aRecordingReplaysTheSameInBothFlows(name: String) async throws {
        let played = try await Sessions.channel(name, .events)
        let (recorded, remarks) = try Sessions.read(SessionFile.text(of: played))
        #expect(recorded == played)
        #expect(remarks.isEmpty)
        for replayed in [SessionFlow.events, .api] {
            let (came, differences) = try await SessionReplay.run(recorded, flow: replayed)
            #expect(differences.isEmpty)
            #expect(came.records.count == played.records.count)
        }
    }

    @Test func aChangedResultIsAFindingWithBothValues() async throws {
        var session = try await Sessions.channel("Front page", .events)
        session.steps[0].result?["code"] = 5006
        let (_, differences) = try await SessionReplay.run(session, flow: .events)
        #expect(differences.count == 1)
        #expect(differences.first?.subject == .result)
        let text = "step 1 at 00:00 InstantiateSDKWithLocalConfigEvent: result, code: recorded 5006, replayed 5001"
        #expect(differences.first?.description == text)
    }

    @Test func aRecordThatIsMissingOrTooManyIsAFinding() async throws {
        var session = try await Sessions.channel("Front page", .events)
        let place = try #require(session.steps.firstIndex { !$0.records.isEmpty })
        let record = session.steps[place].records.removeLast()
        let last = session.steps.count - 1
        session.steps[last].records.append(record)
        let (_, differences) = try await SessionReplay.run(session, flow: .api)
        #expect(differences.map(\.subject) == [.record, .record])
        #expect(differences.first?.recorded == nil)
        #expect(differences.last?.came == nil)
    }

    @Test func aPingThatCreditsSomethingElseIsAFindingAndItsAddressIsNot() async throws {
        var session = try await Sessions.channel("Front page", .events)
        let place = try #require(session.steps.firstIndex { $0.pings.contains { $0["cadence"] == "interval" } })
        session.steps[place].pings[0]["url"] = "http://elsewhere/"
        #expect(try await SessionReplay.run(session, flow: .api).differences.isEmpty)
        session.steps[place].pings[0]["segments"] = [7]
        let (_, differences) = try await SessionReplay.run(session, flow: .events)
        #expect(differences.map(\.subject) == [.ping])
        #expect(differences.first?.key == "segments")
    }

    @Test(arguments: ["Live news", "Front page"])
    func aRecordingWithoutPingsIsReplayedAndGetsThoseItLeadsTo(name: String) async throws {
        let played = try await Sessions.channel(name, .events)
        let lines = SessionFile.text(of: played).split(separator: "\n").filter { !$0.contains(#""kind":"ping""#) }
        let old = lines.joined(separator: "\n").replacing(#""version":2"#, with: #""version":1"#)
        let (recorded, remarks) = try Sessions.read(old + "\n")
        #expect(remarks.isEmpty)
        #expect(!recorded.hasPings)
        #expect(recorded.pings.isEmpty)
        #expect(try await SessionReplay.run(recorded, flow: .api).differences.isEmpty)
        let (complete, differences) = try await SessionReplay.withPings(recorded)
        #expect(differences.isEmpty)
        #expect(complete == played)
        #expect(SessionModel(complete).json == SessionModel(played).json)
    }

    /// A file of the newest version that a person or an app has written; they do not see pings.
    @Test func aFileWithoutPingLinesSaysNothingAboutPings() async throws {
        let played = try await Sessions.channel("Front page", .events)
        let lines = SessionFile.text(of: played).split(separator: "\n").filter { !$0.contains(#""kind":"ping""#) }
        let (recorded, remarks) = try Sessions.read(lines.joined(separator: "\n") + "\n")
        #expect(remarks.isEmpty)
        #expect(!recorded.hasPings)
        #expect(try await SessionReplay.run(recorded, flow: .events).differences.isEmpty)
        #expect(try await SessionReplay.withPings(recorded).session == played)
    }

    @Test func aChangedNoticeIsAFinding() async throws {
        var session = try await Sessions.channel("Front page", .events)
        session.steps[0].notices[0]["code"] = 2002
        let (_, differences) = try await SessionReplay.run(session, flow: .events)
        #expect(differences.map(\.subject) == [.notice])
    }

    @Test func instancesAreCalledWhatTheRecordingCallsThem() async throws {
        let text = """
            \(Sessions.header)
            \(Sessions.make)
            {"kind":"result","result":{"code":5001,"identifier":"5E0C-REAL"}}
            {"kind":"action","t":10,"name":"GetAppDisableEvent","data":{"identifier":"5E0C-REAL"}}
            """
        let (session, _) = try Sessions.read(text + "\n")
        let (came, _) = try await SessionReplay.run(session, flow: .api)
        #expect(came.steps.map(\.code) == [5001, 5001])
    }

    @Test func whatIsMissingAtACutOffEndIsNoFinding() async throws {
        let text = SessionFile.text(of: try await Sessions.channel("Front page", .events))
        // Cut after the first line of the second step: its result and record are missing.
        let lines = text.split(separator: "\n")
        let place = try #require(lines.firstIndex { $0.contains("\"n\":2") })
        let (session, _) = try Sessions.read(lines[...place].joined(separator: "\n") + "\n" + "{\"kin")
        #expect(session.steps.count == 2)
        #expect(try await SessionReplay.run(session, flow: .api).differences.isEmpty)
        var complete = session
        complete.isComplete = true
        // The result, the record and the ping.
        #expect(try await SessionReplay.run(complete, flow: .api).differences.count == 3)
    }

    @Test func withoutASeedMadeIdentifiersAreNotCompared() async throws {
        var session = try await Sessions.demo(.events)
        session.header.seed = 99
        let seeded = try await SessionReplay.run(session, flow: .events).differences
        #expect(seeded.contains { $0.key == "demographic_id" })
        session.header.seed = nil
        let differences = try await SessionReplay.run(session, flow: .events).differences
        #expect(differences.isEmpty)
    }

    /// Time passes between a call and what is measured in it, and what becomes of pings is not the session's.
    @Test func aRecordingByTheClockIsComparedToASecondAndWithoutDelivery() async throws {
        var session = try await Sessions.demo(.events)
        let late: [(key: String, by: JSONValue)] = [("time", 1_000), ("created", 1_000), ("timestamp", 1)]
        for place in session.steps.indices {
            func shift(_ object: inout JSONObject) {
                for (key, by) in late {
                    guard let value = object[key]?.doubleValue, let by = by.doubleValue else { continue }
                    object[key] = object[key]?.intValue == nil ? .double(value + by) : .int(Int64(value + by))
                }
            }
            for index in session.steps[place].records.indices { shift(&session.steps[place].records[index]) }
            for index in session.steps[place].pings.indices { shift(&session.steps[place].pings[index]) }
            for index in session.steps[place].notices.indices { shift(&session.steps[place].notices[index]) }
        }
        session.steps[1].notices.insert(["identifier": "x", "kind": "error", "code": 1001, "timestamp": 1], at: 0)
        #expect(try await SessionReplay.run(session, flow: .events).differences.count > 100)
        session.header.seed = nil
        #expect(try await SessionReplay.run(session, flow: .events).differences.isEmpty)
        let place = try #require(session.steps.firstIndex { !$0.records.isEmpty })
        session.steps[place].records[0]["time"] = .int((session.steps[place].records[0]["time"]?.intValue ?? 0) + 1)
        session.steps[place].records[0]["uoo"] = .bool(session.steps[place].records[0]["uoo"] != true)
        #expect(try await SessionReplay.run(session, flow: .events).differences.map(\.key) == ["time", "uoo"])
    }

    /// An app that is gone has not written the last line, and its file is as good as it is.
    @Test func aRecordingOfAnAppThatDidNotStopItSaysSo() throws {
        let header = #"{"schema":"launch-hub-session","version":2,"recorder":"LaunchHubRecording 1.0"}"#
        let calls = [
            #"{"kind":"action","t":0,"flow":"api","name":"GetMeterVersionEvent"}"#, #"{"kind":"advance","t":5}"#,
        ]
        for (count, says) in [(1, "the 1 step written so far was read."), (2, "all 2 steps written so far were read.")]
        {
            let text = ([header] + calls.prefix(count)).joined(separator: "\n") + "\n"
            let (session, remarks) = try Sessions.read(text)
            #expect(remarks == ["test: The app did not stop the recorder; \(says)"])
            // The flow of its first command, which the header cannot know.
            #expect(session.header.flow == "api")
        }
    }

    @Test(arguments: SessionFlow.allCases)
    func whatNoCallCanSayIsStillAnswered(flow: SessionFlow) async throws {
        let text = """
            \(Sessions.header)
            {"kind":"action","t":0,"name":"NoSuchEvent"}
            {"kind":"action","t":0,"name":"InstantiateSDKWithLocalConfigEvent","data":{"data":7}}
            {"kind":"action","t":0,"name":"SetAppDisableEvent","data":{"identifier":"x","app_disable":"maybe"}}
            {"kind":"action","t":0,"name":"TrackSDKEvent","data":{"identifier":7,"data":{"event":"pause"}}}
            {"kind":"advance","t":5000}
            """
        let (session, _) = try Sessions.read(text + "\n")
        let (came, _) = try await SessionReplay.run(session, flow: flow)
        #expect(came.steps.map(\.code) == [5012, 5012, 5012, 5005, nil])
    }
}
