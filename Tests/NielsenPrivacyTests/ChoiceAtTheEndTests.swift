// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// The choice of another instance at calls after which nothing is measured, and at events that come often.
struct ChoiceAtTheEndTests {
    private let bench = PrivacyBench(.noAd)

    /// The state and the choice of each ping so far: `absent true` is a session of a user who has opted out.
    private func takeStates() -> [String] { bench.takePings().map { "\($0["davty"]) \($0["uoo"])" } }

    private func makeSettings() throws -> NielsenEventTracker {
        try NielsenEventTracker.make(appInfo: PrivacyBench.appInfo, environment: bench.environment)
    }

    /// An instance that plays, and one in which the user has opted out since the last playhead.
    private func makePlaying() throws -> (playing: NielsenAppApi, settings: NielsenEventTracker) {
        let playing = try bench.makeApi()
        let settings = try makeSettings()
        playing.play()
        playing.loadMetadata(PrivacyBench.content)
        bench.play(playing, 0..<7)
        settings.userOptOut("nielsenappsdk://1")
        bench.pings.removeAll()
        return (playing, settings)
    }

    /// What ends there was seen under the old choice, and the session that begins behind it has the new one.
    @Test(arguments: ["disabled", "shut down", "terminated"])
    func aLastCallTakesTheChoiceOver(_ end: String) throws {
        let (playing, settings) = try makePlaying()
        switch end {
        case "disabled": playing.appDisableApi = true
        case "shut down": playing.shutdown()
        default: playing.handle(.terminate)
        }
        #expect(takeStates() == ["2 false", "absent true"])
        #expect(playing.optOutStatus)
        withExtendedLifetime(settings) {}
    }

    /// Who is enabled again begins with the choice that was made meanwhile.
    @Test func enablingTakesTheChoiceOver() throws {
        let playing = try bench.makeApi()
        let settings = try makeSettings()
        playing.appDisableApi = true
        settings.userOptOut("nielsenappsdk://1")
        bench.pings.removeAll()
        playing.appDisableApi = false
        #expect(takeStates().last == "absent true")
        playing.loadMetadata(PrivacyBench.content)
        bench.play(playing, 0..<2)
        #expect(takeStates() == ["0 true"])
        withExtendedLifetime(settings) {}
    }

    @Test func anEventTakesTheChoiceOver() throws {
        let (_, settings) = try makePlaying()
        let tracker = try makeSettings()
        #expect(tracker.optOutStatus)
        bench.clock.advance(by: .seconds(2))
        settings.userOptOut("nielsenappsdk://0")
        bench.pings.removeAll()
        tracker.trackEvent([
            "event": "playhead", "type": "content", "metadata": ["content": PrivacyBench.content],
            "playheadPosition": "7",
        ])
        #expect(takeStates() == ["absent false", "0 false"])
    }

    /// The identifiers that an app asks for are those of the choice in force: asking alone begins the new session.
    @Test func identifiersAreThoseOfTheChoice() throws {
        let (playing, settings) = try makePlaying()
        _ = playing.nielsenId
        #expect(takeStates() == ["2 false", "absent true"])
        settings.userOptOut("nielsenappsdk://0")
        bench.pings.removeAll()
        _ = playing.demographicId
        #expect(takeStates() == ["absent false"])
    }

    /// Playheads come once a second, and the store is read for them no more often.
    @Test(arguments: [(999, false), (1_000, true), (1_001, true)])
    func playheadsLookForTheChoiceOnceASecond(_ milliseconds: Int, _ looks: Bool) throws {
        let playing = try bench.makeApi()
        let settings = try makeSettings()
        playing.loadMetadata(PrivacyBench.content)
        playing.playheadPosition(0)
        settings.userOptOut("nielsenappsdk://1")
        bench.pings.removeAll()
        bench.clock.advance(by: .milliseconds(milliseconds))
        playing.playheadPosition(1)
        #expect(takeStates() == (looks ? ["2 false", "absent true", "0 true"] : []))
        withExtendedLifetime(settings) {}
    }

    /// And so do events.
    @Test(arguments: [(999, 0), (1_000, 3)])
    func eventsLookForTheChoiceOnceASecond(_ milliseconds: Int, _ pings: Int) throws {
        let playing = try makeSettings()
        let settings = try makeSettings()
        func play(_ position: Int) {
            playing.trackEvent([
                "event": "playhead", "type": "content", "metadata": ["content": PrivacyBench.content],
                "playheadPosition": "\(position)",
            ])
        }
        play(0)
        settings.userOptOut("nielsenappsdk://1")
        bench.pings.removeAll()
        bench.clock.advance(by: .milliseconds(milliseconds))
        play(1)
        #expect(takeStates().count == pings)
    }
}
