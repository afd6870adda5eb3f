// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchHubCertification

/// Watermarks beside the ones before them: each threshold from both sides.
struct WatermarkTrackTests {
    /// What the last of some watermarks says: offsets and times.
    private func step(_ marks: (program: Int, distributor: Int, time: Double)...) -> WatermarkTrack.Step {
        var track = WatermarkTrack()
        var step = WatermarkTrack.Step()
        for mark in marks {
            step = track.add(program: mark.program, distributor: mark.distributor, at: mark.time, .published)
        }
        return step
    }

    private func isPlain(_ step: WatermarkTrack.Step) -> Bool {
        step.pause == nil && step.back == nil && step.forward == nil && step.gap == nil && !step.isSlowCadence
    }

    @Test func watermarksInTimeSayNothing() {
        #expect(isPlain(step((500, 500, 100))))
        #expect(isPlain(step((500, 500, 100), (510, 510, 110))))
        #expect(isPlain(step((500, 500, 100), (515, 515, 115))))
        #expect(isPlain(step((500, 500, 100), (500, 500, 100))))
    }

    /// The offset that moves is that of content; the other one may stand still.
    @Test func theLargerStepCounts() {
        #expect(step((500, 0, 0), (460, 0, 10)).back == 40)
        #expect(step((0, 500, 0), (0, 460, 10)).back == 40)
        #expect(step((500, 500, 0), (540, 460, 10)).back == 40)
        #expect(step((500, 500, 0), (460, 540, 10)).back == nil)
    }

    @Test func aStepBackIsOneFromASecondOn() {
        #expect(step((500, 500, 0), (499, 499, 1)).back == 1)
        #expect(step((500, 500, 0), (500, 500, 1)).back == nil)
    }

    @Test func aStepForwardRunsAheadOfTimeByMoreThanFifteenSeconds() {
        #expect(step((500, 500, 0), (526, 526, 10)).forward == 26)
        #expect(step((500, 500, 0), (525, 525, 10)).forward == nil)
    }

    @Test func moreThanFifteenSecondsOfPlaybackWithoutAWatermarkAreAGap() {
        #expect(step((500, 500, 0), (516, 516, 16)).gap == 16)
        #expect(step((500, 500, 0), (515, 515, 15)).gap == nil)
        // The offsets show that it played, to two seconds.
        for (offset, gap) in [(517, nil), (518, 20), (522, 20), (523, nil)] as [(Int, Double?)] {
            #expect(step((500, 500, 0), (offset, offset, 20)).gap == gap, "\(offset)")
        }
    }

    @Test func timeThatTheOffsetsDoNotKnowIsAPause() {
        #expect(step((500, 500, 0), (510, 510, 26)).pause == 16)
        #expect(step((500, 500, 0), (510, 510, 25)).pause == nil)
        #expect(step((500, 500, 0), (500, 500, 20)).pause == 20)
        #expect(step((500, 500, 0), (499, 499, 20)).pause == nil)
        #expect(step((500, 500, 0), (510, 510, 26)).gap == nil)
    }

    @Test func twoGapsInARowAreASlowCadence() {
        var track = WatermarkTrack()
        var found: [Bool] = []
        var time = 0.0
        for apart in [0, 20, 20, 20, 10, 20, 20] as [Double] {
            time += apart
            let offset = Int(time)
            found.append(track.add(program: offset, distributor: offset, at: time, .published).isSlowCadence)
        }
        #expect(found == [false, false, true, true, false, false, true])
    }

    @Test func aPauseLastsFromTheFirstStopToTheFirstReturn() {
        var track = WatermarkTrack()
        // Nothing pauses what has no watermark yet.
        track.stop(at: 1)
        #expect(isPlain(track.add(program: 500, distributor: 500, at: 2, .published)))
        track.stop(at: 5)
        track.stop(at: 6)
        track.resume(at: 9)
        track.resume(at: 11)
        let step = track.add(program: 510, distributor: 510, at: 20, .published)
        #expect(step.pause == 4)
        #expect(step.gap == nil)
        // It is over, and a return without a stop is none.
        track.resume(at: 21)
        #expect(isPlain(track.add(program: 520, distributor: 520, at: 30, .published)))
        track.stop(at: 32)
        #expect(track.add(program: 521, distributor: 521, at: 40, .published).pause == 8)
    }
}
