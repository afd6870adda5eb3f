// SPDX-License-Identifier: Apache-2.0

/// What came of a session: the steps with records or pings, without what was asked.
///
/// Credit is added up from these alone. Of a session with a playhead a second it keeps the few steps that led to something.
package struct SessionResults: Sendable {
    /// The steps.
    package private(set) var steps: [SessionStep] = []

    /// Makes an empty collection.
    package init() {}

    /// Adds the next step.
    package mutating func add(_ step: SessionStep) {
        guard !step.records.isEmpty || !step.pings.isEmpty else { return }
        steps.append(
            SessionStep(number: step.number, time: step.time, command: nil, records: step.records, pings: step.pings)
        )
    }

    /// The session as far as its records and pings go.
    ///
    /// - Parameter outline: The outline of the session.
    /// - Returns: A session with some of the steps.
    package func session(_ outline: SessionOutline) -> Session {
        Session(header: outline.header, steps: steps, isComplete: outline.isComplete, hasPings: outline.hasPings)
    }
}
