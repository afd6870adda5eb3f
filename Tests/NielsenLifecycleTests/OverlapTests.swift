// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// Interruptions that overlap, and apps that make calls of their own meanwhile.
struct OverlapTests {
    private let content = NielsenCall.loadMetadata(LifeBench.content)
    private let other = NielsenCall.loadMetadata(LifeBench.content("other"))

    /// Plays content and takes steps; the calls that follow.
    private func calls(_ steps: [Any], _ lifecycle: CallBench = CallBench()) -> [NielsenCall] {
        var lifecycle = lifecycle
        _ = lifecycle.handle(.launch, at: .zero)
        for call in [.play(LifeBench.channel), content, .playheadPosition(0)] as [NielsenCall] {
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
        let steps: [Any] = [began(.call), NielsenCall.loadMetadata(LifeBench.content), ended(.call)]
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
            began(interruption), NielsenCall.loadMetadata(LifeBench.content), NielsenCall.playheadPosition(1),
            ended(interruption), NielsenCall.playheadPosition(2),
        ]
        #expect(calls(steps) == [.stop, content, .playheadPosition(2)])
    }

    @Test func theSameResumeOnceMoreIsNotNeeded() {
        let steps: [Any] = [
            began(.call), ended(.call), NielsenCall.play([:]), content, NielsenCall.playheadPosition(1), content,
        ]
        #expect(calls(steps) == [.stop, content, .playheadPosition(1), content])
    }

    /// `play` keeps what was loaded again, so the next interruption has something to stop.
    @Test func whatGoesOnUnderAnotherChannelIsInterruptedToo() {
        let sports = NielsenCall.play(["channelName": "Sports"])
        #expect(calls([began(.call), ended(.call), sports, began(.alarm)]) == [.stop, content, sports, .stop])
    }

    @Test func aPauseOfAnyLengthIsOverWithTheSameAsset() {
        var lifecycle = CallBench()
        for call in [.play([:]), content, .playheadPosition(0)] as [NielsenCall] {
            _ = lifecycle.handle(call, at: .zero)
        }
        #expect(lifecycle.handle(began(.pause), at: .zero) == [.stop])
        #expect(lifecycle.handle(ended(.pause), at: .zero + .seconds(7_200)) == [content])
        #expect(lifecycle.handle(content, at: .zero + .seconds(7_200)).isEmpty)
    }

    /// What is wrong with metadata is said when they are loaded, also where nothing is measured yet, and once.
    @Test func whatIsLoadedInTheBackgroundIsCheckedAtOnce() throws {
        let bench = LifeBench()
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
            NielsenCall.loadMetadata(LifeBench.preroll), NielsenCall.playheadPosition(1), ended(.background),
            NielsenCall.playheadPosition(2),
        ]
        #expect(
            calls(steps) == [
                .stop, .end, .play(["channelName": "Sports"]), other, .loadMetadata(LifeBench.preroll),
                .playheadPosition(2),
            ]
        )
    }

    @Test func afterTheEndThereIsNothingToGoOnWith() {
        #expect(calls([began(.call), NielsenCall.end, ended(.call)]) == [.stop, .end])
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
        let page = NielsenCall.loadMetadata(LifeBench.page)
        #expect(lifecycle.handle(.background, at: .zero).isEmpty)
        #expect(lifecycle.handle(page, at: .zero).isEmpty)
        #expect(lifecycle.handle(.foreground, at: .zero) == [page])
        #expect(lifecycle.handle(.staticEnd, at: .zero) == [.staticEnd])
        #expect(lifecycle.handle(.background, at: .zero).isEmpty)
        #expect(lifecycle.handle(.foreground, at: .zero).isEmpty)
    }

    @Test func aPageLeftInTheBackgroundStaysLeft() {
        var lifecycle = CallBench()
        _ = lifecycle.handle(.launch, at: .zero)
        _ = lifecycle.handle(.loadMetadata(LifeBench.page), at: .zero)
        #expect(lifecycle.handle(.background, at: .zero) == [.staticEnd])
        #expect(lifecycle.handle(.staticEnd, at: .zero).isEmpty)
        #expect(lifecycle.handle(.foreground, at: .zero).isEmpty)
    }

    @Test func metadataOfAnUnknownTypeIsPassedOnAndForgotten() {
        let odd = NielsenCall.loadMetadata(["type": "hologram"])
        #expect(calls([odd, began(.call), ended(.call)]) == [odd, .stop, content])
    }

    /// Random steps: whatever comes, stops and loads alternate, and no playhead passes while something is between.
    @Test(arguments: 0..<20)
    func randomStepsKeepTheOrder(_ seed: UInt64) {
        var generator = Steps(state: seed &* 0x9e37_79b9_7f4a_7c15 | 1)
        var lifecycle = CallBench { $0.resumeCalls = seed.isMultiple(of: 2) ? .loadMetadata : .playAndLoadMetadata }
        var machine = NielsenStateMachine(state: .idle)
        var now = Instant.zero
        for _ in 0..<2_000 {
            now = now + .seconds(Int64(generator.next() % 20))
            let event = generator.event()
            let made: [NielsenCall]
            if let event {
                made = lifecycle.handle(event, at: now)
                for call in made where call == .stop { #expect(machine.state == .processing) }
            } else {
                let call = generator.call()
                made = lifecycle.handle(call, at: now)
                let isBetween = lifecycle.interruptions.contains { $0 != .background && $0 != .deviceLock }
                if case .playheadPosition = call, isBetween { #expect(made.isEmpty || made == [.stop]) }
            }
            for call in made {
                switch call {
                case .play: _ = machine.handle(.play)
                case .loadMetadata(let values): if values["type"] != "static" { _ = machine.handle(.loadMetadata) }
                case .stop: _ = machine.handle(.stop)
                case .end: _ = machine.handle(.end)
                case .playheadPosition, .sendID3, .staticEnd, .updateOTT, .userOptOut: break
                }
            }
        }
        let summary = lifecycle.summary(at: now)
        #expect(summary.timeInApp + summary.timeInBackground <= now - .zero)
        #expect(summary.withheldPlayheads > 0)
    }

    private struct Steps: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }

        mutating func event() -> NielsenLifecycleEvent? {
            let interruption = NielsenInterruption.allCases[Int(next() % 9)]
            switch next() % 12 {
            case 0: return .interruptionBegan(interruption)
            case 1, 2: return .interruptionEnded(interruption)
            case 3: return .foreground
            case 4: return .pictureInPicture(next() % 2 == 0)
            case 5: return next() % 4 == 0 ? .media(.audio) : .media(.video)
            default: return nil
            }
        }

        mutating func call() -> NielsenCall {
            switch next() % 9 {
            case 0: .play(next() % 2 == 0 ? [:] : LifeBench.channel)
            case 1: .loadMetadata(LifeBench.content)
            case 2: .loadMetadata(LifeBench.preroll)
            case 3: .loadMetadata(LifeBench.page)
            case 4: .stop
            case 5: next() % 4 == 0 ? .end : .staticEnd
            default: .playheadPosition(Int64(next() % 3600))
            }
        }
    }
}
