// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// Events of the app's life reach the instances behind the facade.
    struct AppEventTests {
        @Test func theBackgroundStopsTheInstancesOfTheFacade() throws {
            let fresh = FreshHost()
            defer { withExtendedLifetime(fresh) {} }
            let (clock, sink) = (ManualClock(), NielsenRecordingMeasurementSink())
            NielsenAppSDKExtension.configure(
                NielsenEnvironment(clock: clock, store: InMemoryKeyValueStore(), sink: sink)
            )
            let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": "PA"])
            let identifier = try #require(made["identifier"] as? String)
            for position in 0..<30 {
                if position == 10 { NielsenAppSDKExtension.handle(.background) }
                if position == 20 { NielsenAppSDKExtension.lifecycle.handle(.foreground) }
                let event: [String: Any] = [
                    "event": "playhead", "type": "content", "playheadPosition": "\(position)",
                    "metadata": ["content": ["type": "content", "assetid": "a"]],
                ]
                NielsenAppSDKExtension.trackEvent(event, forSDKWithIdentifier: identifier)
                clock.advance(by: .seconds(1))
            }
            NielsenAppSDKExtension.removeSDK(withIdentifier: identifier)
            #expect(sink.records.filter { $0.kind == .end }.map(\.totalSeconds) == [20])
        }
    }
}
