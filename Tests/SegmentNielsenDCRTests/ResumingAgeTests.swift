// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR
import Testing

/// How old calls are when a wrapped SDK receives them: a playhead that waits grows older, and so does what is loaded for it.
struct ResumingAgeTests {
    private static let content = ["type": "content", "assetid": "c"]

    /// An SDK that keeps how old its calls are, in milliseconds.
    private final class Aging: NielsenMeasurementSDK {
        private let kept = Locked<[String]>([])

        let optOutURL = ""
        let optOutStatus = false
        var calls: [String] { kept.withLock { $0 } }

        func make(_ call: NielsenCall, age: Duration) {
            kept.withLock { $0.append("\(call.short) \(age.nanoseconds / 1_000_000)") }
        }

        func play(_ channelInfo: Any?) { make(.play([:]), age: .zero) }
        func loadMetadata(_ metadata: Any?) { make(.loadMetadata([:]), age: .zero) }
        func playheadPosition(_ playheadPos: Int64) { make(.playheadPosition(playheadPos), age: .zero) }
        func stop() { make(.stop, age: .zero) }
        func end() { make(.end, age: .zero) }
        func userOptOut(_ optOut: String) -> Bool { false }
    }

    private let clock = ManualClock()
    private let inner = Aging()

    private func makeStopped() -> NielsenResumingSDK {
        let sdk = NielsenResumingSDK(inner, clock: clock)
        sdk.make(.loadMetadata(Self.content), age: .milliseconds(10))
        sdk.make(.stop, age: .milliseconds(20))
        return sdk
    }

    private static let begun = ["load content c 10", "stop 20"]

    /// The age of the playhead that is held, and how old it is when the next one comes after three seconds.
    @Test(arguments: [(0, 3_000), (2_000, 5_000), (-4_000, 3_000)])
    func aPlayheadThatWaitsGrowsOlder(_ age: Int, _ later: Int) {
        let sdk = makeStopped()
        sdk.make(.playheadPosition(6), age: .milliseconds(age))
        #expect(inner.calls == Self.begun)
        clock.advance(by: .seconds(3))
        sdk.make(.playheadPosition(7), age: .milliseconds(500))
        #expect(inner.calls == Self.begun + ["load content c \(later)", "6 \(later)", "7 500"])
    }

    /// What is loaded for a playhead is as old as that playhead.
    @Test func whatIsLoadedAgainIsAsOldAsItsPlayhead() {
        let sdk = makeStopped()
        sdk.make(.play([:]), age: .milliseconds(40))
        sdk.make(.playheadPosition(6), age: .milliseconds(30))
        sdk.make(.playheadPosition(7), age: .zero)
        #expect(inner.calls == Self.begun + ["play - 40", "load content c 30", "6 30", "7 0"])
    }

    /// After the end nothing is loaded again, and what is neither playback nor content changes nothing.
    @Test func otherCallsPassWithTheirAge() {
        let sdk = makeStopped()
        sdk.make(.sendID3("x"), age: .milliseconds(1))
        sdk.make(.updateOTT([:]), age: .milliseconds(2))
        sdk.make(.userOptOut("y"), age: .milliseconds(3))
        sdk.make(.loadMetadata(["type": "static", "assetid": "p"]), age: .milliseconds(4))
        sdk.make(.staticEnd, age: .milliseconds(5))
        sdk.make(.end, age: .milliseconds(6))
        sdk.make(.playheadPosition(8), age: .milliseconds(7))
        #expect(
            inner.calls == Self.begun + [
                "sendID3 1", "updateOTT 2", "optOut y 3", "load static p 4", "staticEnd 5", "end 6", "8 7",
            ]
        )
    }
}
