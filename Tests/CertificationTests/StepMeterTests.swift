// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchHubCertification

/// Steps of positions against the time they take: each threshold from both sides.
struct StepMeterTests {
    private typealias Report = StepMeter.Report

    /// A step, and the time that it takes.
    struct Step: Sendable {
        let from: Double
        let to: Double
        let elapsed: Double

        init(_ from: Double, _ to: Double, in elapsed: Double) {
            self.from = from
            self.to = to
            self.elapsed = elapsed
        }

        /// What uses up the half second by which playheads may be early.
        static let withoutSlack = Step(0, 1, in: 0.5)
    }

    private let place = LogPlace(line: 7, time: 8)

    /// What each step says, and last what the end of the run does.
    private func reports(_ steps: Step...) -> [[Report]] {
        var meter = StepMeter(.published)
        var reports: [[Report]] = []
        for step in steps {
            reports.append(meter.step(from: step.from, to: step.to, elapsed: step.elapsed, at: place))
        }
        return reports + [meter.finish()]
    }

    private func skip(_ from: Double, _ to: Double) -> Report { .skip(at: place, from: from, to: to) }

    // MARK: - Milliseconds

    /// Two such steps, one after the other, are positions in milliseconds.
    @Test(
        arguments: [
            (100, 0.2, true), (99, 0.2, false), (100, 0.1875, false), (400, 1, true), (399, 1, false), (2_500, 1, true),
            (2_501, 1, false),
        ] as [(Double, Double, Bool)]
    )
    func millisecondsAdvanceByAThousandASecond(_ step: Double, _ elapsed: Double, _ isFound: Bool) {
        let found = reports(Step(0, step, in: elapsed), Step(step, 2 * step, in: elapsed))
        #expect(found == [[.forward(step)], (isFound ? [.milliseconds] : []) + [.forward(step)], []])
    }

    @Test func oneStepOfMillisecondsIsASeek() {
        let found = reports(Step(0, 1_000, in: 1), Step(1_000, 1_001, in: 1), Step(1_001, 2_001, in: 1))
        #expect(found == [[.forward(1_000)], [], [.forward(1_000)], []])
    }

    // MARK: - Seeks

    @Test func stepsBackAreSeeksFromTwoSecondsOn() {
        #expect(reports(Step(10, 8, in: 1)) == [[.back(2)], []])
        #expect(reports(Step(10, 8.5, in: 1)) == [[], []])
        #expect(reports(Step(10, 10, in: 5)) == [[], []])
    }

    @Test func stepsOfMoreThanTenSecondsAreSeeksWhereThreeAreMissing() {
        #expect(reports(Step(0, 10.5, in: 7.5)) == [[.forward(10.5)], []])
        #expect(reports(Step(0, 10.5, in: 7.75)) == [[], []])
        // Ten are playback, however fast.
        #expect(reports(Step(0, 10, in: 0)) == [[], [skip(0, 10)]])
    }

    @Test func theThirdSeekInARowIsFastPlayback() {
        let far = [Step(0, 20, in: 1), Step(20, 40, in: 1), Step(40, 60, in: 1)]
        #expect(reports(far[0], far[1], far[2]) == [[.forward(20)], [.forward(20)], [.faster], []])
        // Playback, a step back, and a step that time passed for begin the count again.
        for between in [Step(40, 41, in: 1), Step(40, 39, in: 1), Step(40, 55, in: 15)] {
            #expect(reports(far[0], far[1], between, far[2])[3] == [.forward(20)])
        }
    }

    // MARK: - Playback

    @Test func aStepWithThreeSecondsTooFewIsASkipIfPlaybackGoesOnInTime() {
        #expect(reports(Step(0, 4.5, in: 1), Step(4.5, 5.5, in: 1)) == [[], [skip(0, 4.5)], []])
        #expect(reports(Step(0, 4.5, in: 1)) == [[], [skip(0, 4.5)]])
        #expect(reports(Step(0, 4.25, in: 1), Step(4.25, 5.25, in: 1)) == [[], [], []])
        // Also at a seek, of which it is the first part.
        #expect(reports(Step(0, 4.5, in: 1), Step(4.5, 60, in: 1)) == [[], [skip(0, 4.5), .forward(55.5)], []])
        #expect(reports(Step(0, 4.5, in: 1), Step(4.5, 0, in: 1)) == [[], [skip(0, 4.5), .back(4.5)], []])
    }

    @Test func fiveSecondsWithoutTimeAreFasterThanTime() {
        // Three of the skip and two more.
        #expect(reports(Step(0, 4.5, in: 1), Step(4.5, 7.5, in: 1)) == [[], [.faster], []])
        #expect(reports(Step(0, 4.5, in: 1), Step(4.5, 7.25, in: 1)) == [[], [], []])
        // Once some are known a large one is no skip.
        #expect(reports(.withoutSlack, Step(1, 3, in: 1), Step(3, 8, in: 1)) == [[], [], [.faster], []])
        #expect(reports(.withoutSlack, Step(1, 3, in: 1), Step(3, 7.75, in: 1)) == [[], [], [], []])
    }

    /// Two skips in a row are fast playback, and none of them is a skip.
    @Test func aSkipThatIsFollowedByAnotherIsNone() {
        #expect(reports(Step(0, 4.5, in: 1), Step(4.5, 8.5, in: 1)) == [[], [.faster], []])
    }

    @Test func aShortfallCountsFromThreeTenthsOfASecondAndOfTheStep() {
        // 4.7 s of a skip and 0.3 s are 5 s.
        #expect(reports(.withoutSlack, Step(1, 5.7, in: 0), Step(0, 0.3, in: 0))[2] == [.faster])
        #expect(reports(.withoutSlack, Step(1, 5.75, in: 0), Step(0, 0.25, in: 0))[2] == [skip(1, 5.75)])
        // A third of five is not made up for, and one of ten is not enough.
        #expect(reports(.withoutSlack, Step(1, 4.5, in: 0), Step(0, 5, in: 3.5))[2] == [.faster])
        #expect(reports(.withoutSlack, Step(1, 4.5, in: 0), Step(0, 5.25, in: 3.75))[2] == [skip(1, 4.5)])
    }

    @Test func timeThatWasNotUsedIsMadeUpFor() {
        // Half a second is there at the beginning, and at most ten later.
        #expect(reports(Step(0, 3.5, in: 0)) == [[], [skip(0, 3.5)]])
        #expect(reports(Step(0, 3.25, in: 0)) == [[], []])
        #expect(reports(Step(0, 1, in: 100), Step(1, 11, in: 0), Step(11, 14, in: 0)) == [[], [], [], [skip(11, 14)]])
        #expect(reports(Step(0, 1, in: 4), Step(1, 7.25, in: 0)) == [[], [], []])
        #expect(reports(Step(0, 1, in: 4), Step(1, 7.5, in: 0)) == [[], [], [skip(1, 7.5)]])
        // What is used up is not there a second time.
        #expect(reports(.withoutSlack, Step(1, 4, in: 0)) == [[], [], [skip(1, 4)]])
    }
}
