// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import NielsenAppApi
import Testing

/// Sessions of two instances whose views have the same numbers, and the place that their pings go to.
@Suite(.timeLimit(.minutes(10)))
struct TwoInstancesTests {
    /// Keeps the streams that begin and end.
    private final class Place: NielsenPingSink {
        private let heard = Locked<(attached: [String], detached: [String])>(([], []))

        var attached: [String] { heard.withLock { $0.attached } }
        var detached: [String] { heard.withLock { $0.detached } }

        func send(_ ping: NielsenPing) {}

        func attach(
            stream: String,
            configuration: NielsenConfiguration,
            report: @escaping @Sendable (NielsenError) -> Void
        ) {
            heard.withLock { $0.attached.append(stream) }
        }

        func detach(stream: String) {
            heard.withLock { $0.detached.append(stream) }
        }
    }

    private static let make = SessionCommand("InstantiateSDKWithLocalConfigEvent", ["data": ["appid": "any"]])

    private static func remove(_ identifier: String) -> SessionCommand {
        SessionCommand("RemoveSDKInstanceEvent", ["identifier": .string(identifier)])
    }

    /// An event of content; the second instance says more of it than the first.
    private static func track(_ event: String, _ instance: Int, position: Int) -> SessionCommand {
        var content: JSONObject = [
            "type": "content", "assetid": .string("C\(instance)"), "program": "P", "title": "T", "length": "3600",
            "airdate": "20260301 18:00:00", "isfullepisode": "y", "adloadtype": "2",
        ]
        if instance == 2 { content["clientid"] = "us-111111" }
        return SessionCommand(
            "TrackSDKEvent",
            [
                "identifier": .string("instance-\(instance)"),
                "data": [
                    "event": .string(event), "type": "content", "playheadPosition": .string("\(position)"),
                    "metadata": ["content": .object(content)],
                ],
            ]
        )
    }

    /// An instance that is removed leaves the place for pings, and the other one stays.
    @Test func whoIsRemovedIsToldToThePlaceForPings() async throws {
        let place = Place()
        let stage = SessionStage(header: SessionHeader(title: "Test"), flow: .events, pings: place)
        try await stage.start()
        for number in 1...2 { _ = await stage.perform(Self.make, number: number, time: 0) }
        #expect(place.attached.count == 2)
        #expect(place.detached == [])
        _ = await stage.perform(Self.remove("instance-2"), number: 3, time: 1_000)
        #expect(place.detached == Array(place.attached.suffix(1)))
        _ = await stage.perform(Self.remove("instance-1"), number: 4, time: 2_000)
        #expect(place.detached == place.attached.reversed())
        await stage.shutDown()
    }

    /// The first view of each has the number 1: a value is a default where its own instance did not give it.
    @Test func aPingIsExplainedByTheViewOfItsOwnInstance() async throws {
        let header = SessionHeader(title: "Test")
        let stage = SessionStage(header: header, flow: .events)
        try await stage.start()
        let commands = [
            Self.make, Self.make, Self.track("playhead", 1, position: 0), Self.track("playhead", 2, position: 0),
            Self.track("complete", 1, position: 1), Self.track("complete", 2, position: 1),
        ]
        var session = Session(header: header)
        for (index, command) in commands.enumerated() {
            let step = await stage.perform(command, number: index + 1, time: Int64(index) * 1_000)
            session.steps.append(step)
        }
        await stage.shutDown()
        let explanation = try await SessionExplanation(session)
        #expect(explanation.differences == 0)
        #expect(explanation.views.map { "\($0.instance) \($0.view) \($0.assetid)" } == ["1 1 C1", "2 1 C2"])
        let shown = explanation.pings.filter { $0.product == "dcrVideo" }.map { ping in
            let client = ping.json["parameters"]?.arrayValue?.first { $0["name"] == "ci" }
            let isDefault = client?["default"] == true ? "default" : "given"
            return
                "\(ping.instance) \(ping.view ?? 0) \(ping.assetid) \(client?["value"]?.stringValue ?? "-") \(isDefault)"
        }
        let (first, second) = ("1 1 C1 us-000000 default", "2 1 C2 us-111111 given")
        #expect(shown == [first, second, first, second])
    }
}
