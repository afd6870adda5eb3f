// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Plays recorded sessions again.
package enum SessionReplay {
    /// Returns the steps of a recording, with the recorded names for its instances.
    ///
    /// - Parameter session: The recording.
    /// - Returns: One planned step for each recorded step.
    package static func plan(of session: Session) -> [SessionRunner.Planned] {
        var known: Set<String> = []
        return session.steps.enumerated().map { place, step in
            let call = step.command.flatMap { DocumentedCall(event: $0.name) }
            let makesInstance = call == .instantiateLocal || call == .instantiateRemote
            // Without a result, the instance is the next one that a later step names.
            let name =
                step.result == nil
                ? later(session.steps[(place + 1)...], than: known, isNeeded: makesInstance)
                : step.result?["identifier"]?.stringValue
            if makesInstance, let name { known.insert(name) }
            return SessionRunner.Planned(
                time: step.time,
                command: step.command,
                call: step.call,
                identifier: makesInstance ? name : nil
            )
        }
    }

    /// The first instance that steps name and that was not made yet.
    private static func later(
        _ steps: ArraySlice<SessionStep>,
        than known: Set<String>,
        isNeeded: Bool
    ) -> String? {
        guard isNeeded else { return nil }
        return steps.lazy.compactMap { $0.command?.identifier }.first { !known.contains($0) }
    }

    /// Plays a recording again in virtual time and compares.
    ///
    /// - Parameters:
    ///   - session: The recording.
    ///   - flow: The flow that commands take.
    ///   - callee: Whose mirrored calls the api flow makes.
    ///   - evidence: What keeps records, pings and remarks for an explanation; nil for nothing.
    /// - Returns: What came now, and how it differs from what was recorded.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled.
    package static func run(
        _ session: Session,
        flow: SessionFlow,
        callee: SessionStage.Callee = .service,
        evidence: CreditEvidence? = nil
    ) async throws -> (session: Session, differences: [SessionDifference]) {
        let came = try await SessionRunner.run(
            plan(of: session),
            header: session.header,
            flow: flow,
            callee: callee,
            evidence: evidence
        )
        let differences = SessionDifference.between(
            session,
            came,
            ignoresMadeIdentifiers: session.header.seed == nil
        )
        return (came, differences)
    }

    /// A recording with the pings that it leads to, for recordings that have none.
    ///
    /// - Parameter session: A recording in any version of the file.
    /// - Returns: The recording itself where it has pings; otherwise with those that are made when it is played again, and
    ///   how that differs from what was recorded.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled.
    package static func withPings(
        _ session: Session
    ) async throws -> (session: Session, differences: [SessionDifference]) {
        guard !session.hasPings else { return (session, []) }
        let flow = SessionFlow(rawValue: session.header.flow) ?? .events
        let (came, differences) = try await run(session, flow: flow)
        var complete = session
        for (place, step) in zip(complete.steps.indices, came.steps) { complete.steps[place].pings = step.pings }
        // Sessions are named by chance where a recording has no seed, and pings belong to a session.
        if session.header.seed == nil {
            for (place, step) in zip(complete.steps.indices, came.steps) {
                complete.steps[place].records = step.records
            }
        }
        complete.hasPings = true
        return (complete, differences)
    }
}
