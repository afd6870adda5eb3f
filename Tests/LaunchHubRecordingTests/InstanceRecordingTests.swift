// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubRecording
import LaunchHubSession
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import SegmentNielsenDCR
import TestSupport
import Testing

/// What a recorder writes of SDK instances.
struct InstanceRecordingTests {
    private static let appid = "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"
    private static let content: [String: String] = [
        "type": "content", "assetid": "film", "program": "Film", "title": "Film", "length": "600", "isfullepisode": "y",
        "airdate": "20260302 20:00:00", "adloadtype": "2", "segB": "b", "segC": "c", "hem_sha256": "0123456789abcdef",
    ]

    private let clock = ManualClock(date: Date(timeIntervalSince1970: 1_772_481_600))

    private func environment(_ configuration: NielsenConfiguration = NielsenConfiguration()) -> NielsenEnvironment {
        let random = Locked(SeededGenerator(seed: 7))
        var device = NielsenDevice()
        device.name = "Ada's telephone"
        (device.latitude, device.longitude) = ("52.520008", "13.404954")
        return NielsenEnvironment(
            clock: clock,
            pings: NielsenRecordingPingSink(),
            device: device,
            configuration: configuration,
            random: { random.withLock { $0.next() } }
        )
    }

    /// Plays a minute of content and ends it.
    private func watch(_ api: NielsenAppApi) {
        api.play(["channelName": "News"])
        api.loadMetadata(Self.content)
        for second in 0...60 {
            api.playheadPosition(Int64(second))
            clock.advance(by: .seconds(1))
        }
        api.end()
    }

    private func record(
        _ options: RecordingOptions = RecordingOptions(),
        _ body: (NielsenAppApi, SessionRecorder) throws -> Void = { _, _ in }
    ) throws -> RecordedFile {
        let file = try RecordedFile()
        let api = try NielsenAppApi.make(appInfo: ["appid": Self.appid, "sfcode": "dcr"], environment: environment())
        let recorder = SessionRecorder.attach(to: api, writingTo: .file(file.url), options: options)
        try body(api, recorder)
        watch(api)
        api.shutdown()
        recorder.stop()
        return file
    }

    @Test func callsRecordsPingsNoticesAndCreditAreLines() throws {
        let file = try record { api, _ in api.handle(.foreground) }
        let calls = try file.lines(of: "call")
        #expect(calls.first?["name"] == "appInfo")
        #expect(calls.first?["args"]?[0]?["appid"] == .string(Self.appid))
        #expect(
            calls.compactMap { $0["name"]?.stringValue }.prefix(4) == [
                "appInfo", "play", "loadMetadata", "playheadPosition",
            ]
        )
        #expect(
            calls.filter { $0["name"] == "playheadPosition" }.compactMap { $0["args"]?[0]?.intValue } == Array(0...60)
        )
        #expect(calls.allSatisfy { $0["instance"] == "sdk-1" })
        #expect(try file.lines(of: "lifecycle").map { $0["event"] } == ["foreground", "shutdown"])
        #expect(try file.lines(of: "notice").map { $0["notice"]?["code"] } == [2001, 2002])
        let records = try file.lines(of: "record")
        #expect(records.contains { $0["record"]?["kind"] == "end" && $0["record"]?["assetid"] == "film" })
        let ping = try #require(try file.lines(of: "ping").first { $0["ping"]?["product"] == "dcrVideo" })
        #expect(ping["template"]?.stringValue?.isEmpty == false)
        let parameters = try #require(ping["parameters"]?.arrayValue)
        #expect(parameters.contains { $0["name"] == "prd" && $0["value"] == "dcr" })
        let credit = try #require(try file.lines(of: "credit").last)
        #expect(credit["assetid"] == "film" && credit["seconds"] == 61)
    }

    /// Each event of the system has the name that it has in call logs.
    @Test func eventsOfTheSystemAreLines() throws {
        let began: [(NielsenInterruption, String, String)] = [
            (.pause, "userPause", "userResume"), (.networkLoss, "networkLoss", "networkBack"),
            (.call, "call", "callEnd"),
            (.alarm, "alarm", "alarmEnd"), (.buffering, "bufferStart", "bufferEnd"), (.deviceLock, "lock", "unlock"),
            (.background, "background", "foreground"), (.channelChange, "channelChange", "channelChangeEnd"),
            (.headphonesUnplugged, "headphonesUnplugged", "headphonesPlugged"),
        ]
        let file = try record { api, _ in
            for (interruption, _, _) in began {
                api.handle(.interruptionBegan(interruption))
                api.handle(.interruptionEnded(interruption))
            }
            for event in [
                NielsenLifecycleEvent.background, .foreground, .pictureInPicture(true), .pictureInPicture(false),
            ] {
                api.handle(event)
            }
        }
        let names = try file.lines(of: "lifecycle").compactMap { $0["event"]?.stringValue }
        let expected = began.flatMap { [$0.1, $0.2] } + ["background", "foreground", "pipStart", "pipEnd", "shutdown"]
        #expect(names == expected)
    }

    /// A flood of calls is cut at the budget, and what it hides is counted; afterwards the recording goes on.
    @Test func aFloodOfCallsIsCutAndCounted() throws {
        let file = try RecordedFile()
        let api = try NielsenAppApi.make(appInfo: ["appid": Self.appid, "sfcode": "dcr"], environment: environment())
        let options = RecordingOptions(linesPerSecond: 20)
        let recorder = SessionRecorder.attach(to: api, writingTo: .file(file.url), options: options)
        api.loadMetadata(Self.content)
        for second in 0..<1_000 { api.playheadPosition(Int64(second)) }
        recorder.flush()
        clock.advance(by: .seconds(2))
        recorder.flush()
        let recorded = try file.lines(of: "call").count
        #expect(recorded <= 20)
        let dropped = try file.lines(of: "dropped").reduce(0) { $0 + ($1["lines"]?.intValue ?? 0) }
        #expect(dropped >= 1_000 - 20)
        #expect(recorder.droppedLineCount == Int(dropped))
        api.stop()
        recorder.flush()
        #expect(try file.lines(of: "call").last?["name"] == "stop")
        recorder.stop()
    }

    /// A session of calls is one that the tool reads: each call is a step with what came of it.
    @Test func theToolReadsCallsAsSteps() throws {
        let (session, remarks) = try record().session()
        #expect(remarks.isEmpty)
        #expect(session.isComplete && session.hasPings)
        let calls = session.steps.compactMap(\.call)
        #expect(calls.count(where: { $0.name == "playheadPosition" }) == 61)
        let load = try #require(session.steps.first { $0.call?.name == "loadMetadata" })
        #expect(load.call?.detail == "film")
        let end = try #require(session.steps.first { $0.call?.name == "end" })
        #expect(end.records.contains { $0["kind"] == "end" })
        let (again, _) = try reread(session)
        #expect(again.steps == session.steps)
    }

    private func reread(_ session: Session) throws -> (Session, [String]) {
        var reader = SessionReader(file: "again")
        for line in SessionFile.text(of: session).split(separator: "\n") { try reader.read(String(line)) }
        return (try reader.finish(), reader.remarks)
    }

    @Test func aRemarkAndAnErrorAreLines() throws {
        let file = try record { api, _ in
            api.loadMetadata(["type": "content", "assetid": "early"])
            api.playheadPosition(-5)
        }
        let codes = try file.lines(of: "remark").compactMap { $0["remark"]?["code"]?.stringValue }
        #expect(codes.contains("LOADMETADATA_BEFORE_PLAY"))
        let error = try #require(try file.lines(of: "notice").first { $0["notice"]?["kind"] == "error" })
        #expect(error["notice"]?["code"]?.intValue ?? 0 > 0)
    }

    /// A recording need not hold each mistake of a configuration to say that there are some.
    @Test func theFirstRemarksOnAConfigurationAreInTheFile() throws {
        func remarks(_ unknown: Int) throws -> [JSONValue]? {
            let members = (0..<unknown).map { ", \"unknown\($0)\": 1" }.joined()
            let text = "{\"schema\": \"launch-hub.sdk-configuration\", \"version\": 1\(members)}"
            let configuration = try NielsenConfiguration(jsonData: Data(text.utf8))
            #expect(configuration.remarks.count == unknown)
            let file = try RecordedFile()
            let api = try NielsenAppApi.make(
                appInfo: ["appid": Self.appid, "sfcode": "dcr"],
                environment: environment(configuration)
            )
            let recorder = SessionRecorder.attach(to: api, writingTo: .file(file.url))
            api.shutdown()
            recorder.stop()
            let lines = try file.lines().filter { $0["configuration"] != nil }
            return lines.compactMap { $0["configuration"]?["remarks"]?.arrayValue }.first
        }
        #expect(try remarks(0) == nil)
        #expect(try remarks(20)?.count == 20)
        #expect(try remarks(25)?.count == 20)
    }

    /// Metadata may be JSON text, and media may lie behind a password.
    @Test func whatIsInsideOfATextIsReplacedToo() throws {
        let file = try record { api, _ in
            api.play([
                "channelName": "News",
                "mediaURL": "https://ada:swordfish@media.example/hdnts=exp1~hmac=mac-mac/film?q=1&token=t0k3n",
            ])
            api.loadMetadata(#"{"type": "content", "assetid": "a", "uid2": "u1d2-u1d2", "hem_sha1": "sha1-sha1"}"#)
            api.loadMetadata(#"{"type": "content", "assetid": "a", "ext": "{\"hem_md5\": \"md5-md5\"}"}"#)
            api.loadMetadata(#"{"type": "content", "uid2": "br0ken-br0ken""#)
            api.playheadPosition(1)
        }
        let text = try file.text()
        let secrets = ["u1d2-u1d2", "sha1-sha1", "md5-md5", "br0ken", "swordfish", "ada:", "mac-mac", "t0k3n"]
        for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("media.example") && text.contains("q=1"))
    }

    @Test func theDeviceAndItsUserAreNotInTheFile() throws {
        var secrets: [String] = []
        let file = try record { api, _ in
            secrets = [api.demographicId, api.nielsenId]
        }
        let text = try file.text()
        let known = ["0123456789abcdef", "Ada's telephone", "Ada%27s", "52.520008", "13.404954"]
        for secret in secrets + known where !secret.isEmpty {
            #expect(!text.contains(secret), "\(secret)")
        }
        #expect(text.contains("redacted-"))
        #expect(try file.lines().first?["redacted"] == true)
        // What the session is about stays.
        #expect(text.contains("\"assetid\":\"film\""))
        // Equal values are equal words, in the call and in the ping.
        let load = try #require(try file.lines(of: "call").first { $0["name"] == "loadMetadata" })
        let word = try #require(load["args"]?[0]?["hem_sha256"]?.stringValue)
        #expect(word.hasPrefix("redacted-"))
        let pings = try file.lines(of: "ping").filter {
            $0["ping"]?["url"]?.stringValue?.contains("hem_sha256=") == true
        }
        #expect(pings.allSatisfy { $0["ping"]?["url"]?.stringValue?.contains("hem_sha256=\(word)") == true })
    }

    @Test func whatOthersCallInTheAppsPlaceHasItsOrigin() throws {
        let file = try record { api, recorder in
            let handler = NielsenAppSDKJSHandler(apiType: nil, environment: environment())
            handler.initialize(appInfo: ["appid": Self.appid])
            recorder.attach(to: try #require(handler.api))
            handler.receive(#"{"event": "setPlayheadPosition", "param": 7}"#)
            let destination = NielsenDCRDestination(
                settings: NielsenDCRSettings(appId: Self.appid),
                clock: clock,
                makeSDK: { _ in api }
            )
            destination.track(
                SegmentTrackEvent(
                    event: "Video Content Started",
                    properties: ["asset_id": "film", "title": "Film", "total_length": 600, "position": 0]
                )
            )
        }
        let calls = try file.lines(of: "call")
        #expect(calls.first { $0["args"]?[0] == 7 }?["origin"] == "bridge")
        let loads = calls.filter { $0["name"] == "loadMetadata" }
        #expect(loads.count == 2)
        #expect(loads.first?["origin"] == "segment")
        #expect(loads.last?["origin"] == nil)
        let schema = try SessionSchemaTests.schema()
        for line in calls { #expect(schema.faults(.object(line)).isEmpty, "\(line)") }
    }

    /// Every member of a configuration file, those of the file over those that are built in.
    @Test func theConfigurationOfAnInstanceIsTheOneInForce() throws {
        let file = try record()
        let builtIn = try JSONObject(jsonData: NielsenConfiguration.builtInText)
        let first = try #require(try file.lines(of: "configuration").first { $0["of"] == "instance" })
        let configuration = try #require(first["configuration"]?.objectValue)
        for member in builtIn { #expect(configuration[member.key] == member.value, "\(member.key)") }

        let text = #"""
            {"schema": "launch-hub.sdk-configuration", "version": 1, "thresholds": {"creditValue": 25},
             "sfcodes": ["dcr"]}
            """#
        let read = try NielsenConfiguration(jsonData: Data(text.utf8)).inForce
        #expect(read["thresholds"]?["creditValue"] == 25 && read["sfcodes"] == ["dcr"])
        #expect(read["products"] == builtIn["products"])
        let thresholds = try #require(builtIn["thresholds"]?.objectValue)
        #expect(read["thresholds"]?.objectValue?.keys.sorted() == thresholds.keys.sorted())
    }

    @Test func furtherMembersAreReplacedByName() throws {
        let file = try record(
            RecordingOptions(replacesIdentifiers: false, redactedKeys: ["TITLE", "meterVersion"])
        )
        let configuration = try #require(try file.lines(of: "configuration").first { $0["of"] == "instance" })
        #expect(configuration["configuration"]?["meterVersion"]?.stringValue?.hasPrefix("redacted-") == true)
        let load = try #require(try file.lines(of: "call").first { $0["name"] == "loadMetadata" })
        #expect(load["args"]?[0]?["title"]?.stringValue?.hasPrefix("redacted-") == true)
        #expect(load["args"]?[0]?["program"] == "Film")
        #expect(load["args"]?[0]?["hem_sha256"] == "0123456789abcdef")
    }

    @Test func withoutRedactionEveryValueIsThere() throws {
        let file = try record(RecordingOptions(replacesIdentifiers: false))
        #expect(try file.text().contains("0123456789abcdef"))
        #expect(try file.lines().first?["redacted"] == nil)
    }

    @Test func anInstanceWithTheSingleCallIsRecordedToo() throws {
        let file = try RecordedFile()
        let tracker = try NielsenEventTracker.make(appInfo: ["appid": Self.appid], environment: environment())
        let recorder = SessionRecorder(writingTo: .file(file.url), clock: clock)
        recorder.attach(to: tracker)
        tracker.trackEvent([
            "event": "playhead", "type": "content", "playheadPosition": "3", "metadata": ["content": Self.content],
        ])
        tracker.appDisableApi = true
        recorder.stop()
        let calls = try file.lines(of: "call")
        #expect(calls.map { $0["name"] } == ["appInfo", "trackEvent", "appDisableApi"])
        #expect(calls[1]["args"]?[0]?["playheadPosition"] == "3")
        #expect(calls[2]["args"] == [true])
    }

    // MARK: - Behind a hub

    /// The recording of an app with the extension is a session like those that the player writes: it can be replayed.
    @Test(arguments: [false, true])
    func theExtensionsCommandsAreStepsThatCanBeReplayed(areCalls: Bool) async throws {
        let file = try RecordedFile()
        let test = TestHub(date: clock.date)
        let service = NielsenInstanceService(environment: hosted(test))
        try service.register(with: test.hub)
        let recorder = SessionRecorder.attach(
            to: test.hub,
            writingTo: .file(file.url),
            options: RecordingOptions(replacesIdentifiers: false)
        )
        test.start()
        let identifier = try perform(
            "InstantiateSDKWithLocalConfigEvent",
            ["data": ["appid": .string(Self.appid)]],
            test,
            service,
            areCalls
        )
        for second in 0..<40 {
            let data: JSONObject = [
                "event": "playhead", "type": "content", "playheadPosition": .string("\(second)"),
                "metadata": ["content": .object(JSONObject(Self.content.mapValues(JSONValue.string)))],
            ]
            _ = try perform(
                "TrackSDKEvent",
                ["identifier": .string(identifier), "data": .object(data)],
                test,
                service,
                areCalls
            )
            test.advance(by: .seconds(1))
        }
        _ = try perform("RemoveSDKInstanceEvent", ["identifier": .string(identifier)], test, service, areCalls)
        recorder.stop()

        let numbers = try file.lines().compactMap { $0["n"]?.intValue }
        #expect(Set(numbers) == Set(1...(numbers.max() ?? 1)))
        let (session, remarks) = try file.session()
        #expect(remarks.isEmpty)
        let commands = session.steps.compactMap(\.command)
        #expect(commands.count == 42)
        #expect(session.steps.filter { $0.command != nil }.allSatisfy { $0.code == 5001 })
        #expect(session.records.contains { $0.record["kind"] == "end" })
        let (_, differences) = try await SessionReplay.run(session, flow: areCalls ? .api : .events)
        #expect(differences.filter { $0.subject != .record }.isEmpty, "\(differences.prefix(3))")
    }

    private func hosted(_ test: TestHub) -> NielsenEnvironment {
        var environment = environment()
        environment.clock = test.clock
        return environment
    }

    private func perform(
        _ name: String,
        _ data: JSONObject,
        _ test: TestHub,
        _ service: NielsenInstanceService,
        _ isCall: Bool
    ) throws -> String {
        guard isCall else {
            let event = try NielsenInstanceEventSample.event(name, data)
            let outcome = test.request(event)
            return outcome?.response?.data["identifier"]?.stringValue ?? ""
        }
        let identifier = data["identifier"]?.stringValue
        let result: [String: Any]
        switch name {
        case "TrackSDKEvent":
            result = service.trackEvent(data["data"]?.objectValue?.anyDictionary, forSDKWithIdentifier: identifier)
        case "RemoveSDKInstanceEvent": result = service.removeSDK(withIdentifier: identifier)
        default: result = service.instantiateSDK(withConfiguration: data["data"]?.objectValue?.anyDictionary)
        }
        test.run()
        return result["identifier"] as? String ?? ""
    }
}

/// The documented form of the extension's events.
enum NielsenInstanceEventSample {
    static func event(_ name: String, _ data: JSONObject) throws -> Event {
        try Event(
            name: name,
            type: "com.nielsen.eventType.instanceControl",
            source: "com.nielsen.eventSource.instanceControl",
            data: data
        )
    }
}
