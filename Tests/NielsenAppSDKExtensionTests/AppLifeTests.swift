// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// An app that uses only the extension reports its lifecycle to the instances behind it.
struct AppLifeTests {
    private let sink = NielsenRecordingMeasurementSink()

    private func make() async throws -> ServiceUnderTest {
        let under = try await ServiceUnderTest()
        under.service.settings.environment.sink = sink
        return under
    }

    private func instance(_ under: ServiceUnderTest) throws -> String {
        let made = under.service.instantiateSDK(withConfiguration: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"])
        return try #require(made["identifier"] as? String)
    }

    private static func playhead(_ position: Int, _ assetid: String) -> JSONObject {
        [
            "event": "playhead", "type": "content", "playheadPosition": .string(String(position)),
            "metadata": ["content": ["type": "content", "assetid": .string(assetid)]],
        ]
    }

    /// Tracks playheads of several instances at once, one a second.
    private func track(_ under: ServiceUnderTest, _ assets: [(identifier: String, id: String)], _ positions: Range<Int>)
    {
        for position in positions {
            for asset in assets {
                let event = Self.playhead(position, asset.id).anyDictionary
                _ = under.service.trackEvent(event, forSDKWithIdentifier: asset.identifier)
            }
            under.clock.advance(by: .seconds(1))
        }
    }

    /// What was credited to each asset once everything is ended.
    private func seconds(_ under: ServiceUnderTest, _ identifiers: [String]) -> [String: Int] {
        for identifier in identifiers { _ = under.service.removeSDK(withIdentifier: identifier) }
        let ends = sink.records.filter { $0.kind == .end }
        return Dictionary(ends.map { ($0.assetid, $0.totalSeconds) }) { $0 + $1 }
    }

    @Test func theBackgroundStopsEveryInstanceAndTheForegroundGoesOn() async throws {
        let under = try await make()
        let identifiers = [try instance(under), try instance(under)]
        let assets = [(identifiers[0], "a"), (identifiers[1], "b")]
        under.service.handle(.launch)
        track(under, assets, 0..<10)
        under.service.handle(.background)
        track(under, assets, 10..<20)
        under.service.handle(.foreground)
        track(under, assets, 20..<30)
        let views = sink.records.filter { $0.kind == .view }.map(\.assetid)
        #expect(views == ["a", "b"])
        #expect(seconds(under, identifiers) == ["a": 20, "b": 20])
    }

    @Test func anInstanceThatIsMadeInTheBackgroundWaitsForTheForeground() async throws {
        let under = try await make()
        under.service.handle(.launch)
        under.service.handle(.background)
        let identifier = try instance(under)
        track(under, [(identifier, "a")], 0..<10)
        #expect(sink.records.allSatisfy { $0.kind == .session })
        under.service.handle(.foreground)
        track(under, [(identifier, "a")], 10..<20)
        #expect(seconds(under, [identifier]) == ["a": 10])
    }

    @Test func whatIsHeardGoesOnInTheBackground() async throws {
        let under = try await make()
        let identifiers = [try instance(under), try instance(under)]
        under.service.handle(.launch)
        #expect(under.service.handle(.media(.audio), forSDKWithIdentifier: identifiers[0])["code"] as? Int == 5001)
        let assets = [(identifiers[0], "radio"), (identifiers[1], "film")]
        track(under, assets, 0..<5)
        under.service.handle(.background)
        track(under, assets, 5..<10)
        #expect(seconds(under, identifiers) == ["radio": 10, "film": 5])
    }

    @Test func anInterruptionSeesWhatTheSameThreadDispatchedBefore() async throws {
        let under = try await make()
        let identifier = try instance(under)
        for position in 0..<10 {
            under.hub.dispatch(
                try NielsenInstanceEvent.track(Self.playhead(position, "a"), identifier: identifier).event()
            )
            under.clock.advance(by: .seconds(1))
        }
        under.service.handle(.interruptionBegan(.call))
        track(under, [(identifier, "a")], 10..<15)
        under.service.handle(.interruptionEnded(.call))
        track(under, [(identifier, "a")], 15..<20)
        // Metadata that comes with every event shows nothing of a resume, so the call holds until its end is reported.
        #expect(seconds(under, [identifier]) == ["a": 15])
    }

    @Test func theEndOfTheAppEndsEveryInstance() async throws {
        let under = try await make()
        let identifier = try instance(under)
        track(under, [(identifier, "a")], 0..<10)
        under.service.handle(.terminate)
        #expect(sink.records.last?.kind == .end)
        track(under, [(identifier, "a")], 10..<20)
        #expect(seconds(under, [identifier]) == ["a": 10])
    }
}
