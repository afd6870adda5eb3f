// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenAppApi

/// What a pause stops: what plays, and a stream that was only opened.
struct EventTurnTests {
    private let pause = InstanceCall.event(NielsenTrackEvent(.pause))

    @Test func aPauseBeforeEverythingStopsNothing() {
        var bench = CallBench()
        #expect(bench.take(pause, at: .zero) == [])
    }

    @Test func aPauseStopsAStreamThatWasOnlyOpened() {
        var bench = CallBench()
        #expect(bench.handle(.play([:]), at: .zero) == [.play([:])])
        #expect(bench.take(pause, at: .zero) == [.stop])
        #expect(bench.take(pause, at: .zero) == [])
    }

    @Test func aPauseStopsWhatWasOnlyLoaded() {
        var bench = CallBench()
        _ = bench.handle(.loadMetadata(Bench.content), at: .zero)
        #expect(bench.take(pause, at: .zero) == [.stop])
    }
}
