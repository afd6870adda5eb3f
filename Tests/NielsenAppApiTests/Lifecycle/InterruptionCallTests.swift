// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// The calls that each interruption leads to, written down by hand and not taken from the table.
struct InterruptionCallTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let interruption: NielsenInterruption
        /// In order: video in the app, video in picture in picture, audio.
        let stops: [Bool]
        let endsPage: Bool
        let resumesWithPlay: Bool

        init(_ interruption: NielsenInterruption, _ stops: [Bool], endsPage: Bool = false, play: Bool = false) {
            self.interruption = interruption
            self.stops = stops
            self.endsPage = endsPage
            resumesWithPlay = play
        }

        var testDescription: String { interruption.rawValue }
    }

    static let cases = [
        Case(.pause, [true, true, true]),
        Case(.networkLoss, [true, true, true]),
        Case(.call, [true, true, true]),
        Case(.alarm, [true, true, true]),
        Case(.buffering, [false, false, false]),
        Case(.deviceLock, [true, true, false], endsPage: true),
        Case(.background, [true, false, false], endsPage: true),
        Case(.channelChange, [true, true, true], play: true),
        Case(.headphonesUnplugged, [true, true, true]),
    ]

    private let second = Instant.zero + .seconds(1)

    @Test func everyInterruptionHasACase() {
        #expect(Self.cases.map(\.interruption) == NielsenInterruption.allCases)
        #expect(NielsenInterruption.allCases.count == 9)
    }

    private func makePlaying(_ setting: Int) -> CallBench {
        var lifecycle = CallBench()
        #expect(lifecycle.handle(.launch, at: .zero).isEmpty)
        if setting == 1 { #expect(lifecycle.handle(.pictureInPicture(true), at: .zero).isEmpty) }
        if setting == 2 { #expect(lifecycle.handle(.media(.audio), at: .zero).isEmpty) }
        for call in [.play(Bench.channel), .loadMetadata(Bench.content), .playheadPosition(0)] as [NielsenCall] {
            #expect(lifecycle.handle(call, at: .zero) == [call])
        }
        return lifecycle
    }

    @Test(arguments: cases, [0, 1, 2])
    func playbackIsStoppedAndLoadedAgain(_ example: Case, _ setting: Int) {
        var lifecycle = makePlaying(setting)
        let stops = example.stops[setting]
        #expect(lifecycle.handle(.interruptionBegan(example.interruption), at: second) == (stops ? [.stop] : []))
        #expect(lifecycle.handle(.interruptionBegan(example.interruption), at: second).isEmpty)
        let isWithheld = stops || example.interruption == .buffering
        for call in [.playheadPosition(1), .sendID3(Bench.id3)] as [NielsenCall] {
            #expect(lifecycle.handle(call, at: second) == (isWithheld ? [] : [call]))
        }
        let resume: [NielsenCall] =
            (example.resumesWithPlay ? [.play(Bench.channel)] : []) + [.loadMetadata(Bench.content)]
        #expect(lifecycle.handle(.interruptionEnded(example.interruption), at: second) == (stops ? resume : []))
        #expect(lifecycle.handle(.interruptionEnded(example.interruption), at: second).isEmpty)
        #expect(lifecycle.handle(.playheadPosition(2), at: second) == [.playheadPosition(2)])
        #expect(lifecycle.interruptions.isEmpty)
    }

    @Test(arguments: cases)
    func aPageIsLeftAndLoadedAgain(_ example: Case) {
        var lifecycle = CallBench()
        _ = lifecycle.handle(.launch, at: .zero)
        _ = lifecycle.handle(.loadMetadata(Bench.page), at: .zero)
        let began = lifecycle.handle(.interruptionBegan(example.interruption), at: second)
        let ended = lifecycle.handle(.interruptionEnded(example.interruption), at: second)
        #expect(began == (example.endsPage ? [.staticEnd] : []))
        #expect(ended == (example.endsPage ? [.loadMetadata(Bench.page)] : []))
    }

    @Test(arguments: cases.filter { $0.stops[0] && !$0.resumesWithPlay })
    func theSecondFormOfAResumeHasPlay(_ example: Case) {
        var lifecycle = CallBench { $0.resumeCalls = .playAndLoadMetadata }
        _ = lifecycle.handle(.launch, at: .zero)
        _ = lifecycle.handle(.play(Bench.channel), at: .zero)
        _ = lifecycle.handle(.loadMetadata(Bench.content), at: .zero)
        _ = lifecycle.handle(.interruptionBegan(example.interruption), at: second)
        #expect(
            lifecycle.handle(.interruptionEnded(example.interruption), at: second)
                == [.play(Bench.channel), .loadMetadata(Bench.content)]
        )
    }

    @Test func bufferingForLongerThanThirtySecondsIsAStop() {
        var lifecycle = makePlaying(0)
        _ = lifecycle.handle(.interruptionBegan(.buffering), at: .zero)
        #expect(lifecycle.handle(.playheadPosition(1), at: .zero + .seconds(30)).isEmpty)
        #expect(lifecycle.handle(.playheadPosition(1), at: .zero + .seconds(31)) == [.stop])
        #expect(lifecycle.handle(.playheadPosition(1), at: .zero + .seconds(32)).isEmpty)
        #expect(
            lifecycle.handle(.interruptionEnded(.buffering), at: .zero + .seconds(33))
                == [.loadMetadata(Bench.content)]
        )
    }
}
