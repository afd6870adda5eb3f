// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// Hub events cannot carry a window, so the view is named by the configuration's `containerId`.
struct ViewabilityEventTests {
    /// A screen that always shows the same.
    private struct StillScreen: NielsenViewabilitySource {
        let scene: NielsenViewabilityScene

        func look(
            for target: NielsenViewabilityTarget,
            in container: NielsenViewabilityContainer,
            _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
        ) {
            answer(scene)
        }
    }

    /// The upper three quarters of a player.
    private static let scene = NielsenViewabilityScene(
        screen: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
        window: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
        views: [NielsenViewabilityView(tag: "7", frame: NielsenViewabilityRect(x: 0, y: 650, width: 400, height: 200))]
    )

    @Test func eventsMeasureTheViewThatTheConfigurationNames() async throws {
        let under = try await ServiceUnderTest()
        let pings = NielsenRecordingPingSink()
        under.service.settings.environment.pings = pings
        under.service.settings.environment.viewability = StillScreen(scene: Self.scene)
        let made = try await under.answer(
            "InstantiateSDKWithLocalConfigEvent",
            ["data": ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX", "containerId": "7"]]
        )
        let identifier = try #require(made?["identifier"])
        for position in 0..<3 {
            let answer = try await under.answer(
                "TrackSDKEvent",
                [
                    "identifier": identifier,
                    "data": [
                        "event": position == 2 ? "complete" : "playhead", "type": "content",
                        "playheadPosition": .string("\(position)"),
                        "metadata": ["content": ["type": "content", "assetid": "film", "length": "60"]],
                    ],
                ]
            )
            #expect(answer?["code"] == 5001)
        }
        let bodies = pings.pings.filter { $0.product == .viewability }.compactMap(\.body)
        #expect(bodies.count == 2)
        #expect(bodies.first?.contains(#""invs":[[75,0,1700000000,0]]"#) == true)
        #expect(bodies.last?.contains(#""invs":[[75,1,1700000000,1]]"#) == true)
    }
}
