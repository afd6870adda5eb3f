// SPDX-License-Identifier: Apache-2.0

/// What a report shows of a session, which is given step by step: what came, a line for each run of playheads, and the tracks.
///
/// It grows with what is shown, and not with the number of steps.
package struct SessionDigest: Sendable {
    /// The steps with records, pings or notices, without what was asked.
    private var steps: [SessionStep] = []
    private(set) var timeline = Timeline()
    private(set) var tally = CallTally()
    private var lanes = LaneSpan.Builder()
    /// The number of events and calls.
    private(set) var asked = 0
    /// The time of the last step.
    private(set) var duration: Int64 = 0

    /// Makes a digest without steps.
    package init() {}

    /// Makes the digest of a session.
    init(_ session: Session) {
        for step in session.steps { add(step) }
    }

    /// Adds the next step.
    package mutating func add(_ step: SessionStep) {
        duration = step.time
        if step.command != nil || step.call != nil { asked += 1 }
        timeline.add(step)
        tally.add(step)
        lanes.add(step)
        guard !step.records.isEmpty || !step.pings.isEmpty || !step.notices.isEmpty else { return }
        var kept = step
        kept.command = nil
        kept.call = nil
        kept.result = nil
        steps.append(kept)
    }

    /// The stretches of the tracks.
    var spans: [LaneSpan] { lanes.finished(at: duration) }

    /// The session as far as its records, pings and notices go.
    func session(_ header: SessionHeader, isComplete: Bool, hasPings: Bool) -> Session {
        Session(header: header, steps: steps, isComplete: isComplete, hasPings: hasPings)
    }
}
