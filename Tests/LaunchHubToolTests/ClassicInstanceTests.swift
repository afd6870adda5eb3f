// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import NielsenAppApi
import Testing

/// Classic calls of a session, as the instances of a replay receive them.
@Suite(.timeLimit(.minutes(10)))
struct ClassicInstanceTests {
    private static let appInfo: JSONValue = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]
    private static let content: JSONValue = [
        "type": "content", "assetid": "film", "program": "Film", "title": "Film", "length": "600", "isfullepisode": "y",
        "airdate": "20260302 20:00:00", "adloadtype": "2",
    ]

    private func call(_ second: Int64, _ name: String, _ argument: JSONValue? = nil, _ instance: String = "a")
        -> SessionRunner.Planned
    {
        let arguments = argument.map { [$0] } ?? []
        return .init(
            time: second * 1_000,
            call: SessionCall(instance: instance, name: name, arguments: arguments)
        )
    }

    private func event(_ second: Int64, _ name: String, _ argument: JSONValue? = nil) -> SessionRunner.Planned {
        let arguments = argument.map { [$0] } ?? []
        return .init(
            time: second * 1_000,
            call: SessionCall(instance: "a", name: name, arguments: arguments, isLifecycle: true)
        )
    }

    private var beginning: [SessionRunner.Planned] {
        [call(0, "appInfo", Self.appInfo), call(0, "play"), call(0, "loadMetadata", Self.content)]
    }

    private func run(_ plan: [SessionRunner.Planned]) async throws -> Session {
        try await SessionRunner.run(plan, header: SessionHeader(title: "Calls"), flow: .events)
    }

    private func seconds(_ session: Session) -> [Int64] {
        session.records.filter { $0.record["kind"] == "end" }.compactMap { $0.record["total_seconds"]?.intValue }
    }

    /// A position is a whole number, or what can be read as one.
    @Test(arguments: ["playheadPosition", "setPlayheadPosition"])
    func aPlayheadIsANumberOrItsText(_ name: String) async throws {
        let ways: [@Sendable (Int64) -> JSONValue] = [
            { .int($0) }, { .string("\($0)") }, { .double(Double($0) + 0.75) },
        ]
        for way in ways {
            let playheads = (0...40 as ClosedRange<Int64>).map { call($0, name, way($0)) }
            #expect(seconds(try await run(beginning + playheads + [call(41, "end")])) == [41])
        }
        let none = (0...40 as ClosedRange<Int64>).map { call($0, name, .string("at \($0)")) }
        #expect(seconds(try await run(beginning + none + [call(41, "end")])) == [])
    }

    @Test func whatHappensToTheAppIsNoCall() async throws {
        let playheads = (0...40 as ClosedRange<Int64>).map { call($0, "playheadPosition", .int($0)) }
        let plan = beginning + playheads
        let ended = try await run(plan + [event(40, "end"), event(40, "stop"), event(40, "appDisableApi", true)])
        #expect(seconds(ended) == [] && ended.records.allSatisfy { $0.time < 40_000 || $0.record["kind"] != "end" })
        #expect(seconds(try await run(plan + [call(40, "dance"), call(41, "end", nil, "unknown")])) == [41])
    }

    @Test func choicesAndDevicesAreOfTheRecordsThatFollow() async throws {
        func records(_ call: SessionRunner.Planned) async throws -> [JSONObject] {
            let playheads = (0...40 as ClosedRange<Int64>).map { self.call($0, "playheadPosition", .int($0)) }
            let session = try await run(beginning + [call] + playheads + [self.call(41, "end")])
            return session.records.map(\.record).filter { $0["lane"] != nil }
        }
        let out = try await records(call(0, "userOptOut", "nielsenappsdk://1"))
        #expect(!out.isEmpty && out.allSatisfy { $0["uoo"] == true })
        let back = try await records(call(0, "userOptOut", "nielsenappsdk://0"))
        #expect(!back.isEmpty && back.allSatisfy { $0["uoo"] == false })
        let cast = try await records(call(0, "updateOTT", ["ottStatus": "1", "ottDevice": "casting"]))
        #expect(cast.last?["ott"]?["ottDevice"] == "casting")
        #expect(back.last?["ott"] == nil)
    }

    @Test(arguments: [(JSONValue.bool(true), 0), (.int(1), 0), (.bool(false), 1), (.int(0), 1), (.int(2), 1)])
    func measurementIsOffWhereTheCallSaysSo(_ word: JSONValue, _ views: Int) async throws {
        let playheads = (0...40 as ClosedRange<Int64>).map { call($0, "playheadPosition", .int($0)) }
        let plan = [call(0, "appInfo", Self.appInfo), call(0, "appDisableApi", word)] + beginning.dropFirst()
        #expect(seconds(try await run(plan + playheads + [call(41, "end")])).count == views)
    }

    @Test func anotherInstanceOfTheNameEndsTheOneBefore() async throws {
        let playheads = (0...40 as ClosedRange<Int64>).map { call($0, "playheadPosition", .int($0)) }
        let session = try await run(beginning + playheads + [call(50, "appInfo", Self.appInfo)])
        #expect(session.steps.last?.records.contains { $0["kind"] == "end" && $0["total_seconds"] == 41 } == true)
        let other = try await run(beginning + playheads + [call(50, "appInfo", Self.appInfo, "b")])
        #expect(other.steps.last?.records.contains { $0["kind"] == "end" } == false)
    }

    @Test func anInstanceThatCannotBeMadeIsAnErrorWithItsTime() async throws {
        let session = try await run([call(5, "appInfo", ["appname": "Player"]), call(6, "play")])
        #expect(session.notices.count == 1)
        let notice = try #require(session.notices.first)
        #expect(notice.time == 5_000 && notice.notice["kind"] == "error" && notice.notice["identifier"] == "a")
        #expect(notice.notice["timestamp"]?.doubleValue == Double(SessionHeader.defaultStart) / 1_000 + 5)
        #expect(notice.notice["description"]?.stringValue?.isEmpty == false)
        #expect(session.records.isEmpty && session.steps.map { $0.call?.name } == ["appInfo", "play"])
        #expect(session.header.flow == "classic")
        let made = try await run([call(5, "appInfo", Self.appInfo)])
        #expect(made.notices.map { $0.notice["code"] } == [2_001])
        #expect(made.notices.first?.notice["timestamp"]?.doubleValue == Double(SessionHeader.defaultStart) / 1_000 + 5)
    }

    // MARK: - Mirrored calls

    private func codes(_ flow: SessionFlow, _ commands: SessionCommand...) async throws -> [Int64?] {
        let make = SessionCommand("InstantiateSDKWithLocalConfigEvent", ["data": Self.appInfo])
        let plan = ([make] + commands).map { SessionRunner.Planned(time: 0, command: $0) }
        return try await SessionRunner.run(plan, header: SessionHeader(title: ""), flow: flow).steps.map(\.code)
    }

    /// What a call can say is said by a call, and answered as the event is.
    @Test(
        arguments: [
            (true, 1), (false, 0), (1, 1), (0, 0), ("1", 1), ("0", 0), (nil, 0), (.null, 0),
        ] as [(JSONValue?, Int64)]
    )
    func measurementIsSwitchedByBothFlowsAlike(_ word: JSONValue?, _ isOff: Int64) async throws {
        var data: JSONObject = ["identifier": "instance-1"]
        data["app_disable"] = word
        let commands = [
            SessionCommand("InstantiateSDKWithLocalConfigEvent", ["data": Self.appInfo]),
            SessionCommand("SetAppDisableEvent", data),
            SessionCommand("GetAppDisableEvent", ["identifier": "instance-1"]),
        ]
        let plan = commands.map { SessionRunner.Planned(time: 0, command: $0) }
        let session = try await SessionRunner.run(plan, header: SessionHeader(title: ""), flow: .api)
        #expect(session.steps[1].code == 5_001)
        #expect(session.steps[2].result?["app_disable"]?.intValue == isOff)
    }

    @Test(arguments: SessionFlow.allCases)
    func everyCallIsAnswered(_ flow: SessionFlow) async throws {
        let names = [
            "GetOptoutStatusEvent", "GetAppDisableEvent", "GetDemographicIdEvent", "GetOptoutURLEvent",
            "GetMeterVersionEvent", "RemoveSDKInstanceEvent",
        ]
        let keys = ["optout_status", "app_disable", "demographic_id", "optout_url", "meter_version", nil]
        let make = SessionCommand("InstantiateSDKWithLocalConfigEvent", ["data": Self.appInfo])
        let plan = ([make] + names.map { SessionCommand($0, ["identifier": "instance-1"]) }).map {
            SessionRunner.Planned(time: 0, command: $0)
        }
        let session = try await SessionRunner.run(plan, header: SessionHeader(title: ""), flow: flow)
        #expect(session.steps.map(\.code) == Array(repeating: 5_001, count: 7))
        #expect(session.steps.map(\.number) == Array(1...7))
        for (step, key) in zip(session.steps.dropFirst(), keys) {
            if let key { #expect(step.result?[key] != nil, "\(key)") }
        }
        #expect(session.header.flow == flow.rawValue)
        #expect(try await codes(flow, SessionCommand("TrackSDKEvent", ["identifier": "instance-1"])).count == 2)
    }

    /// An event for others is dispatched, and answered by nobody.
    @Test(arguments: SessionFlow.allCases)
    func anEventForOthersHasNoResult(_ flow: SessionFlow) async throws {
        let address = try #require(SessionCommand.Address(type: "com.example.t", source: "com.example.s"))
        let command = SessionCommand("GetMeterVersionEvent", ["identifier": "instance-1"], to: address)
        #expect(try await codes(flow, command) == [5_001, nil])
        #expect(SessionCommand.Address(type: "", source: "s") == nil)
        #expect(SessionCommand.Address(type: "t", source: "") == nil)
    }
}
