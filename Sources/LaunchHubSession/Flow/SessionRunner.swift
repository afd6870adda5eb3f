// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenAppApi

/// Carries out planned steps one after the other.
package enum SessionRunner {
    /// The pace at which a session is played.
    package enum Pace: Sendable, Hashable {
        /// In virtual time: as fast as it goes.
        case virtual
        /// By the clock of the machine, so many times as fast as it.
        case realTime(Double)
    }

    /// A step that is still to be carried out.
    package struct Planned: Sendable, Hashable {
        /// Milliseconds since the session began.
        package var time: Int64
        /// The command; nil only lets time pass, or makes a call.
        package var command: SessionCommand?
        /// The call of an instance that is used without the extension, or what happened to the app; nil for other steps.
        package var call: SessionCall?
        /// The identifier of an instance that is made, as in a recording, or nil.
        package var identifier: String?
    }

    /// Plays a session.
    ///
    /// - Parameters:
    ///   - plan: The steps, in order of time.
    ///   - header: Title, start, seed and configuration; its flow is set to the one that is used.
    ///   - flow: The flow that commands take.
    ///   - callee: Whose mirrored calls the api flow makes.
    ///   - pace: How fast.
    ///   - pings: Where the pings go, besides into the steps.
    ///   - witness: What prepares the hub and watches it; nil for nothing.
    ///   - evidence: What keeps records, pings and remarks for an explanation; nil for nothing.
    ///   - observe: Told of the header and of each step as soon as it was carried out.
    /// - Returns: The session.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled.
    package static func run(
        _ plan: [Planned],
        header: SessionHeader,
        flow: SessionFlow,
        callee: SessionStage.Callee = .service,
        pace: Pace = .virtual,
        pings: any NielsenPingSink = NoPings(),
        witness: (any SessionWitness)? = nil,
        evidence: CreditEvidence? = nil,
        observe: (SessionStep) throws -> Void = { _ in }
    ) async throws -> Session {
        let stage = SessionStage(
            header: header,
            isClassic: plan.contains { $0.call != nil } && plan.allSatisfy { $0.command == nil },
            flow: flow,
            callee: callee,
            pings: pings,
            witness: witness,
            evidence: evidence,
            isKilled: plan.contains { $0.call?.isLifecycle == true && $0.call?.name == "kill" }
        )
        try await stage.start()
        var session = Session(header: stage.header)
        let began = ContinuousClock.now
        for planned in plan {
            if case .realTime(let speed) = pace {
                try await Task.sleep(until: began + .milliseconds(Double(planned.time) / speed), clock: .continuous)
            }
            let step = try await stage.perform(planned)
            session.steps.append(step)
            try observe(step)
        }
        await stage.shutDown()
        return session
    }
}
