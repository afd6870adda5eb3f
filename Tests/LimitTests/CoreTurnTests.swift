// SPDX-License-Identifier: Apache-2.0

import NielsenModel
import Testing

@testable import NielsenMeasurement

/// What the user pressed and when playback began, also where the view that it belongs to comes later.
struct CoreTurnTests {
    private var bench = CoreBench()

    private mutating func press(_ button: NielsenPlayerButton, _ position: Int64?, of lane: NielsenLane = .content)
        -> [String]
    {
        bench.core.press(button, position, of: lane, at: bench.now)
        return bench.heard()
    }

    @Test mutating func ofSeveralPlaysTheLastOneBeginsTheView() {
        _ = bench.call(.play([:]))
        bench.wait(1)
        #expect(
            bench.call(.play([:])) == [
                "warning: a stop was missing before play and was inserted", "stop #- at - @1000",
            ]
        )
        #expect(press(.mute, 5) == [])
        bench.wait(1)
        #expect(bench.call(.loadMetadata(CoreBench.content)) == ["play #1 at - @1000", "button mute #1 at 5 @1000"])
        // They are told once.
        #expect(bench.call(.loadMetadata(CoreBench.ad)) == [])
    }

    @Test mutating func aButtonIsThatOfItsLane() {
        _ = bench.call(.loadMetadata(CoreBench.content))
        #expect(press(.pause, nil) == ["button pause #1 at - @0"])
        _ = bench.play([7])
        #expect(press(.pause, nil) == ["button pause #1 at 7 @1000"])
        #expect(press(.forward, 9) == ["button forward #1 at 9 @1000"])
        // The ad is not there yet.
        #expect(press(.rewind, 3, of: .ad) == [])
        #expect(bench.call(.loadMetadata(CoreBench.content)) == ["warning: LOADMETADATA_PER_PLAYHEAD"])
        bench.wait(1)
        #expect(bench.call(.loadMetadata(CoreBench.ad)) == ["button rewind #2 at 3 @1000"])
        #expect(press(.stop, 4, of: .ad) == ["button stop #2 at 4 @2000"])
    }

    @Test mutating func eightButtonsWaitForTheirView() {
        for position in 1...9 { #expect(press(.mute, Int64(position)) == []) }
        let told = (1...8).map { "button mute #1 at \($0) @0" }
        #expect(bench.call(.loadMetadata(CoreBench.content)) == told)
    }

    @Test mutating func whatWaitsIsForgottenWithItsStream() {
        _ = bench.call(.play([:]))
        #expect(press(.mute, 1) == [])
        #expect(bench.call(.end) == ["end #- at - @0"])
        #expect(bench.call(.loadMetadata(CoreBench.content)) == [])
        #expect(press(.mute, 1, of: .ad) == [])
        bench.core.finishAll(at: bench.now)
        #expect(bench.heard() == ["end #- at - @0"])
        #expect(bench.call(.loadMetadata(CoreBench.ad)) == [])
    }
}
