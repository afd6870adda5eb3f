// SPDX-License-Identifier: Apache-2.0

package import NielsenAppApi

/// A session that is being played, step by step; it keeps none.
package struct SessionPerformance {
    /// The header of the session that is played, with its flow.
    package let header: SessionHeader
    private let stage: SessionStage
    private var steps = 0

    /// Begins to play.
    ///
    /// - Parameters:
    ///   - header: Title, start, seed and configuration; its flow is set to the one that is used.
    ///   - isClassic: Whether there are only calls of instances that are used without the extension.
    ///   - flow: The flow that commands take.
    ///   - callee: Whose mirrored calls the api flow makes.
    ///   - pings: Where the pings go, besides into the steps.
    ///   - witness: What prepares the hub and watches it; nil for nothing.
    ///   - evidence: What keeps records, pings and remarks for an explanation; nil for nothing.
    ///   - isKilled: Whether a process is killed in the session, so that open views have to be kept.
    /// - Throws: `HubError`.
    package init(
        header: SessionHeader,
        isClassic: Bool,
        flow: SessionFlow,
        callee: SessionStage.Callee = .service,
        pings: any NielsenPingSink = NoPings(),
        witness: (any SessionWitness)? = nil,
        evidence: CreditEvidence? = nil,
        isKilled: Bool = false
    ) async throws {
        var header = header
        header.flow = isClassic ? PlayerFlow.classic.rawValue : flow.rawValue
        self.header = header
        stage = SessionStage(
            header: header,
            flow: flow,
            callee: callee,
            pings: pings,
            witness: witness,
            evidence: evidence,
            isKilled: isKilled
        )
        try await stage.start()
    }

    /// Carries out the next step.
    ///
    /// - Parameter planned: The step, no earlier than the one before.
    /// - Returns: The step with its results.
    /// - Throws: `CancellationError` where the task is cancelled.
    package mutating func perform(_ planned: SessionRunner.Planned) async throws -> SessionStep {
        try Task.checkCancellation()
        steps += 1
        return await stage.perform(
            planned.command,
            call: planned.call,
            number: steps,
            time: planned.time,
            identifier: planned.identifier
        )
    }

    /// Ends the session.
    package func end() async { await stage.shutDown() }
}

/// Where pings go that nobody needs besides the steps.
package struct NoPings: NielsenPingSink {
    package init() {}

    package func send(_ ping: NielsenPing) {}
}
