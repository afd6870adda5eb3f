// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Plays recorded sessions again.
package enum SessionReplay {
    /// Returns the steps of a recording, with the recorded names for its instances.
    ///
    /// - Parameter session: The recording.
    /// - Returns: One planned step for each recorded step.
    package static func plan(of session: Session) -> [SessionRunner.Planned] {
        let outline = LoadedSession(session).outline
        return session.steps.map { planned($0, outline) }
    }

    private static func planned(_ step: SessionStep, _ outline: SessionOutline) -> SessionRunner.Planned {
        let name = step.result == nil ? outline.names[step.number] : step.result?["identifier"]?.stringValue
        return SessionRunner.Planned(
            time: step.time,
            command: step.command,
            call: step.call,
            identifier: step.makesInstance ? name : nil
        )
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
        var steps: [SessionStep] = []
        var differences: [SessionDifference] = []
        let outline = try await run(LoadedSession(session), flow: flow, callee: callee, evidence: evidence) {
            steps.append($1)
            differences += $2
        }
        return (Session(header: outline.header, steps: steps), differences)
    }

    /// Plays a recording again in virtual time and compares, step by step; keeps neither the recording nor what comes.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - flow: The flow that commands take.
    ///   - callee: Whose mirrored calls the api flow makes.
    ///   - evidence: What keeps records, pings and remarks for an explanation; nil for nothing.
    ///   - observe: Receives each recorded step, the same step as it came now, and how the two differ.
    /// - Returns: The outline of what came now.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled; an error of the file; any error of
    ///   `observe`.
    package static func run(
        _ source: some SessionSource,
        flow: SessionFlow,
        callee: SessionStage.Callee = .service,
        evidence: CreditEvidence? = nil,
        observe: (SessionStream.Read, SessionStep, [SessionDifference]) throws -> Void
    ) async throws -> SessionOutline {
        let recorded = source.outline
        let stage = SessionStage(
            header: recorded.header,
            isClassic: recorded.isClassic,
            flow: flow,
            callee: callee,
            evidence: evidence,
            isKilled: recorded.isKilled
        )
        try await stage.start()
        var came = SessionOutline(Session(header: stage.header))
        let comparison = SessionDifference.Comparison(
            comparesPings: recorded.hasPings,
            isByClock: recorded.header.seed == nil,
            cutOff: recorded.isComplete ? nil : recorded.steps
        )
        var steps = try source.makeSteps()
        while let read = try steps.next() {
            let step = try await stage.perform(planned(read.step, recorded))
            came.add(step)
            try observe(read, step, comparison.differences(read.step, step))
        }
        await stage.shutDown()
        return came
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
