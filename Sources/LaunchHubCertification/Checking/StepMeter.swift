// SPDX-License-Identifier: Apache-2.0

/// Compares the steps of positions with the time that they take, by the rule of credit by time.
struct StepMeter: Sendable {
    /// What a step says.
    enum Report: Sendable, Hashable {
        /// The positions are milliseconds.
        case milliseconds
        /// A step forward or back that is not playback, in seconds.
        case forward(Double)
        case back(Double)
        /// A short skip in the middle of playback.
        case skip(at: LogPlace, from: Double, to: Double)
        /// The positions run faster than time.
        case faster
    }

    private struct Skip: Sendable {
        var place: LogPlace
        var from: Double
        var to: Double
        var shortfall: Double
    }

    private let limits: CertificationThresholds
    /// Seconds that a step may run ahead of time, because earlier ones left time unused.
    private var slack: Double
    /// Seconds for which the position was reported again and again; nil where it was reported once.
    private var stood: Double?
    private var unearned = 0.0
    private var jumps = 0
    private var millisecondSteps = 0
    /// A skip is decided with the next step: if that runs ahead as well, the playback is fast.
    private var skip: Skip?

    init(_ limits: CertificationThresholds) {
        self.limits = limits
        slack = limits.slack
    }

    /// Takes a step between two playheads of one run.
    mutating func step(from last: Double, to position: Double, elapsed: Double, at place: LogPlace) -> [Report] {
        let step = position - last
        // The same position again changes nothing: what passed at it counts with the next one.
        if step == 0 {
            stood = (stood ?? 0) + elapsed
            return []
        }
        let isRepeated = stood != nil
        let elapsed = elapsed + (stood ?? 0)
        stood = nil
        var reports: [Report] = []
        let isMillisecond = elapsed >= 0.2 && step >= 100 && step >= elapsed * 400 && step <= elapsed * 2_500
        millisecondSteps = isMillisecond ? millisecondSteps + 1 : 0
        if millisecondSteps >= 2 { reports.append(.milliseconds) }
        if step < 0 {
            reports += finish()
            jumps = 0
            if step <= 0 - limits.rewind { reports.append(.back(0 - step)) }
            return reports
        }
        guard step <= limits.playheadStep else { return reports + far(step, elapsed) }
        jumps = 0
        let given = min(step, elapsed + slack)
        let shortfall = step - given
        slack = min(max(slack + min(elapsed - given, isRepeated ? 1 : .infinity), 0), limits.playheadStep)
        if shortfall >= limits.skip, skip == nil, unearned == 0 {
            skip = Skip(place: place, from: last, to: position, shortfall: shortfall)
            return reports
        }
        if shortfall >= 0.3, shortfall >= step * 0.3 {
            unearned += shortfall + (skip?.shortfall ?? 0)
            skip = nil
        } else {
            reports += finish()
        }
        if unearned >= limits.faster { reports.append(.faster) }
        return reports
    }

    private mutating func far(_ step: Double, _ elapsed: Double) -> [Report] {
        var reports = finish()
        guard step - elapsed >= limits.skip else {
            jumps = 0
            return reports
        }
        jumps += 1
        reports.append(jumps >= 3 ? .faster : .forward(step))
        return reports
    }

    /// Ends the run, with what was not decided.
    mutating func finish() -> [Report] {
        guard let skip else { return [] }
        self.skip = nil
        return [.skip(at: skip.place, from: skip.from, to: skip.to)]
    }
}
