// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// Interruptions that overlap, and apps that make calls of their own meanwhile.
struct OverlapTests {
    private let content = NielsenCall.loadMetadata(Bench.content)
    private let other = NielsenCall.loadMetadata(Bench.content("other"))

    /// Plays content and takes steps; the calls that follow.
    private func calls(_ steps: [Any], _ lifecycle: CallBench = CallBench()) -> [NielsenCall] {
        var lifecycle = lifecycle
        _ = lifecycle.handle(.launch, at: .zero)
        for call in [.play(Bench.channel), content, .playheadPosition(0)] as [NielsenCall] {
            _ = lifecycle.handle(call, at: .zero)
        }
        return steps.flatMap { step in
            if let event = step as? NielsenLifecycleEvent { return lifecycle.handle(event, at: .zero) }
            if let call = step as? NielsenCall { return lifecycle.handle(call, at: .zero) }
            Issue.record("\(step) is no step")
            return []
        }
    }

    private func began(_ interruption: NielsenInterruption) -> NielsenLifecycleEvent {
        .interruptionBegan(interruption)
    }
    private func ended(_ interruption: NielsenInterruption) -> NielsenLifecycleEvent {
        .interruptionEnded(interruption)
    }

    @Test func playbackGoesOnWhenTheLastInterruptionIsOver() {
        #expect(
            calls([began(.call), began(.background), began(.deviceLock), ended(.call), ended(.deviceLock)]) == [.stop]
        )
        #expect(
            calls([
                began(.call), began(.background), ended(.call), NielsenLifecycleEvent.foreground,
                NielsenCall.playheadPosition(1),
            ]) == [.stop, content, .playheadPosition(1)]
        )
    }

    @Test func aPauseOutlastsTheBackground() {
        #expect(calls([began(.pause), began(.background), ended(.background)]) == [.stop])
        #expect(calls([began(.pause), began(.background), ended(.background), ended(.pause)]) == [.stop, content])
    }

    @Test func anAppThatResumesItselfIsBelieved() {
        let steps: [Any] = [began(.call), NielsenCall.loadMetadata(Bench.content), ended(.call)]
        #expect(calls(steps) == [.stop, content])
        let play: [Any] = [
            began(.headphonesUnplugged), NielsenCall.play([:]), content, NielsenCall.playheadPosition(1),
            ended(.headphonesUnplugged), NielsenCall.playheadPosition(2),
        ]
        #expect(calls(play) == [.stop, .play([:]), content, .playheadPosition(1), .playheadPosition(2)])
    }

    /// The system alone says when the device is unlocked and the app is back: what is played before is not seen.
    @Test(arguments: [NielsenInterruption.deviceLock, .background])
    func anAppThatResumesItselfIsNotBelievedWhileNobodyLooks(_ interruption: NielsenInterruption) {
        let steps: [Any] = [
            began(interruption), NielsenCall.loadMetadata(Bench.content), NielsenCall.playheadPosition(1),
            ended(interruption), NielsenCall.playheadPosition(2),
        ]
        #expect(calls(steps) == [.stop, content, .playheadPosition(2)])
    }

    /// What is wrong with metadata is said when they are loaded, also where nothing is measured yet, and once.
    @Test func whatIsLoadedInTheBackgroundIsCheckedAtOnce() throws {
        let bench = Bench()
        let api = try bench.makePlaying()
        bench.play(api, 0..<5)
        api.handle(.background)
        #expect(!bench.logged("has no program"))
        api.loadMetadata(["type": "content", "assetid": "next"])
        #expect(bench.logged("has no program"))
        let count = bench.lines.records.count { $0.message.contains("has no program") }
        // What was played is over with that, and not when the next one begins.
        #expect(bench.records.last == "end content vid345-67483#1 []")
        bench.wait(60)
        api.handle(.foreground)
        bench.play(api, 0..<5)
        #expect(bench.lines.records.count { $0.message.contains("has no program") } == count)
        #expect(api.creditSummary.map(\.assetid) == ["vid345-67483", "next"])
    }

    @Test func aStopOfTheAppIsNotMadeTwice() {
        #expect(calls([began(.call), NielsenCall.stop, ended(.call)]) == [.stop, content])
        #expect(calls([NielsenCall.stop, began(.call)]) == [.stop])
    }

    @Test func whatTheAppStoppedItselfGoesOnWhenTheUserSaysSo() {
        #expect(calls([NielsenCall.stop, began(.pause), ended(.pause)]) == [.stop, content])
        #expect(calls([NielsenCall.stop, NielsenCall.stop, began(.pause), ended(.pause)]) == [.stop, .stop, content])
        // A call that comes and goes while playback is paused starts nothing.
        #expect(calls([NielsenCall.stop, began(.call), ended(.call)]) == [.stop])
        #expect(calls([NielsenCall.stop, began(.background), ended(.background)]) == [.stop])
    }

    @Test func whatIsLoadedInTheBackgroundIsPlayedInTheForeground() {
        let steps: [Any] = [
            began(.background), NielsenCall.end, NielsenCall.play(["channelName": "Sports"]), other,
            NielsenCall.loadMetadata(Bench.preroll), NielsenCall.playheadPosition(1), ended(.background),
            NielsenCall.playheadPosition(2),
        ]
        #expect(
            calls(steps) == [
                .stop, .end, .play(["channelName": "Sports"]), other, .loadMetadata(Bench.preroll),
                .playheadPosition(2),
            ]
        )
    }

    @Test func anotherChannelIsTheAppsOwnStream() {
        let sports = NielsenCall.play(["channelName": "Sports"])
        let steps: [Any] = [
            began(.channelChange), sports, other, ended(.channelChange), NielsenCall.playheadPosition(0),
        ]
        #expect(calls(steps) == [.stop, sports, other, .playheadPosition(0)])
    }

    @Test func pictureInPictureThatEndsInTheBackgroundIsAStop() {
        let steps: [Any] = [
            NielsenLifecycleEvent.pictureInPicture(true), began(.background), NielsenCall.playheadPosition(1),
            NielsenLifecycleEvent.pictureInPicture(false), NielsenCall.playheadPosition(2), ended(.background),
        ]
        #expect(calls(steps) == [.playheadPosition(1), .stop, content])
    }

    @Test func audioThatBecomesVideoInTheBackgroundIsAStop() {
        let steps: [Any] = [
            NielsenLifecycleEvent.media(.audio), NielsenLifecycleEvent.background, NielsenLifecycleEvent.media(.video),
        ]
        #expect(calls(steps) == [.stop])
    }

    @Test func aPageLoadedInTheBackgroundIsShownInTheForeground() {
        var lifecycle = CallBench()
        let page = NielsenCall.loadMetadata(Bench.page)
        #expect(lifecycle.handle(.background, at: .zero).isEmpty)
        #expect(lifecycle.handle(page, at: .zero).isEmpty)
        #expect(lifecycle.handle(.foreground, at: .zero) == [page])
        #expect(lifecycle.handle(.staticEnd, at: .zero) == [.staticEnd])
        #expect(lifecycle.handle(.background, at: .zero).isEmpty)
        #expect(lifecycle.handle(.foreground, at: .zero).isEmpty)
    }
}
