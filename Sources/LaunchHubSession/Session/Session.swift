// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A session: its commands and their times, their results, the records and pings, and the notices of the listener.
package struct Session: Sendable, Hashable {
    /// The properties of the whole session.
    package var header: SessionHeader
    /// The steps, in order.
    package var steps: [SessionStep]
    /// Whether the file has its last line; if not, the recording was cut off.
    package var isComplete: Bool
    /// Whether the steps have the pings that were made.
    ///
    /// Those of a file without any do not.
    package var hasPings: Bool

    /// Puts a session together.
    ///
    /// - Parameters:
    ///   - header: What holds for the whole session.
    ///   - steps: What happened, in order.
    ///   - isComplete: False where the recording was cut off.
    ///   - hasPings: Whether the steps have the pings that were made.
    package init(
        header: SessionHeader,
        steps: [SessionStep] = [],
        isComplete: Bool = true,
        hasPings: Bool = true
    ) {
        self.header = header
        self.steps = steps
        self.isComplete = isComplete
        self.hasPings = hasPings
    }

    /// The length of the session, in milliseconds of its own time.
    package var duration: Int64 { steps.last?.time ?? 0 }

    /// Every measurement record with the time of its step.
    package var records: [(time: Int64, record: JSONObject)] {
        steps.flatMap { step in step.records.map { (step.time, $0) } }
    }

    /// Every ping that was made, with the time of its step.
    package var pings: [(time: Int64, ping: JSONObject)] {
        steps.flatMap { step in step.pings.map { (step.time, $0) } }
    }

    /// All notices of the listener, with the time of their step.
    package var notices: [(time: Int64, notice: JSONObject)] {
        steps.flatMap { step in step.notices.map { (step.time, $0) } }
    }
}

/// The properties of a whole session.
package struct SessionHeader: Sendable, Hashable {
    /// A name for logs and diagnostics.
    package var title: String
    /// The flow that it was recorded in, empty where unknown.
    package var flow: String
    /// The time of day at which the session began, in milliseconds since 1970.
    package var start: Int64
    /// The seed of identifiers; nil if it is unknown, and then generated identifiers are not compared.
    package var seed: UInt64?
    /// The hub's configuration, for instances that are made from it.
    package var configuration: JSONObject

    /// The start of sessions in virtual time: 2 March 2026, 20:00 UTC.
    package static let defaultStart: Int64 = 1_772_481_600_000

    /// Puts a header together.
    ///
    /// - Parameters:
    ///   - title: What people call the session.
    ///   - flow: The flow that it was recorded in.
    ///   - start: Milliseconds since 1970.
    ///   - seed: What identifiers are made from.
    ///   - configuration: The hub's configuration.
    package init(
        title: String,
        flow: String = "",
        start: Int64 = SessionHeader.defaultStart,
        seed: UInt64? = 1,
        configuration: JSONObject = [:]
    ) {
        self.title = title
        self.flow = flow
        self.start = start
        self.seed = seed
        self.configuration = configuration
    }
}

/// A command, or the passing of time, with all its results.
package struct SessionStep: Sendable, Hashable {
    /// Its place in the session, from 1.
    package var number: Int
    /// The time, in milliseconds since the session began.
    package var time: Int64
    /// The command; nil if only time passed, or if the step is a call.
    package var command: SessionCommand?
    /// The call of an instance that an app uses without the extension, or what happened to the app; nil for other steps.
    package var call: SessionCall?
    /// The result of the command.
    package var result: JSONObject?
    /// The measurement records.
    package var records: [JSONObject]
    /// The pings that were made: the requests that a collector gets.
    package var pings: [JSONObject]
    /// The notices of the listener.
    package var notices: [JSONObject]

    /// Puts a step together.
    ///
    /// - Parameters:
    ///   - number: Its place in the session, from 1.
    ///   - time: Milliseconds since the session began.
    ///   - command: What was asked; nil where only time went on.
    ///   - call: The call of an instance that is used without the extension.
    ///   - result: What came back.
    ///   - records: What was measured.
    ///   - pings: The pings that were made.
    ///   - notices: What the listener heard.
    package init(
        number: Int,
        time: Int64,
        command: SessionCommand?,
        call: SessionCall? = nil,
        result: JSONObject? = nil,
        records: [JSONObject] = [],
        pings: [JSONObject] = [],
        notices: [JSONObject] = []
    ) {
        self.number = number
        self.time = time
        self.command = command
        self.call = call
        self.result = result
        self.records = records
        self.pings = pings
        self.notices = notices
    }

    /// The result's code, where there is one.
    package var code: Int64? { result?["code"]?.intValue }
}
