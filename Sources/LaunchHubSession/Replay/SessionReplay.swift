// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Plays recorded sessions again.
public enum SessionReplay {
    /// The steps of a recording, with instances called what the recording calls them.
    ///
    /// - Parameter session: The recording.
    public static func plan(of session: Session) -> [SessionRunner.Planned] {
        session.steps.map { step in
            let call = step.command.flatMap { DocumentedCall(event: $0.name) }
            let makesInstance = call == .instantiateLocal || call == .instantiateRemote
            return SessionRunner.Planned(
                time: step.time,
                command: step.command,
                identifier: makesInstance ? step.result?["identifier"]?.stringValue : nil
            )
        }
    }

    /// Plays a recording again in virtual time and compares.
    ///
    /// - Parameters:
    ///   - session: The recording.
    ///   - flow: The flow that commands take.
    ///   - callee: Whose mirrored calls the api flow makes.
    /// - Returns: What came now, and how it differs from what was recorded.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled.
    public static func run(
        _ session: Session,
        flow: SessionFlow,
        callee: SessionStage.Callee = .service
    ) async throws -> (session: Session, differences: [SessionDifference]) {
        let came = try await SessionRunner.run(plan(of: session), header: session.header, flow: flow, callee: callee)
        let differences = SessionDifference.between(
            session,
            came,
            ignoresMadeIdentifiers: session.header.seed == nil
        )
        return (came, differences)
    }
}
