// SPDX-License-Identifier: Apache-2.0

import ACPCore
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// Events of the app reach the instances behind the facade.
    struct AppEventTests {
        private let clock = ManualClock()

        /// Tracks playheads of several instances, one a second.
        private func track(_ assets: KeyValuePairs<String, String>, _ positions: Range<Int>) {
            for position in positions {
                for (identifier, asset) in assets {
                    let event: [String: Any] = [
                        "event": "playhead", "type": "content", "playheadPosition": "\(position)",
                        "metadata": ["content": ["type": "content", "assetid": asset]],
                    ]
                    let result = NielsenAppSDKExtension.trackEvent(event, forSDKWithIdentifier: identifier)
                    #expect(result["code"] as? Int == 5001)
                }
                clock.advance(by: .seconds(1))
            }
        }

        @Test func theBackgroundStopsEveryInstanceOfTheFacade() throws {
            let sink = NielsenRecordingMeasurementSink()
            let environment = NielsenEnvironment(clock: clock, sink: sink)
            let service = NielsenInstanceService(settings: .init(environment: environment))
            NielsenAppSDKExtensionHost.use(service, on: EventHub(log: .disabled))
            let identifiers = try ["PA", "PB"].map { id in
                let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": id])
                return try #require(made["identifier"] as? String)
            }
            let assets: KeyValuePairs = [identifiers[0]: "a", identifiers[1]: "b"]
            NielsenAppSDKExtension.handle(.launch)
            track(assets, 0..<10)
            NielsenAppSDKExtension.handle(.background)
            track(assets, 10..<20)
            #expect(sink.records.filter { $0.kind == .view }.map(\.assetid) == ["a", "b"])
            NielsenAppSDKExtension.lifecycle.handle(.foreground)
            track(assets, 20..<30)
            for identifier in identifiers { _ = NielsenAppSDKExtension.removeSDK(withIdentifier: identifier) }
            let ends = sink.records.filter { $0.kind == .end }
            #expect(Dictionary(ends.map { ($0.assetid, $0.totalSeconds) }, uniquingKeysWith: +) == ["a": 20, "b": 20])
        }
    }
}
