// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// A session: what was asked, when, what came back, what was measured and sent, and what the listener heard.
public struct Session: Sendable, Hashable {
    /// What holds for the whole session.
    public var header: SessionHeader
    /// What happened, in order.
    public var steps: [SessionStep]
    /// False where the file stops before its last line: the recording was cut off.
    public var isComplete: Bool
    /// Whether the steps have the pings that were made.
    ///
    /// Recordings in version 1 of the file do not.
    public var hasPings: Bool

    /// Puts a session together.
    ///
    /// - Parameters:
    ///   - header: What holds for the whole session.
    ///   - steps: What happened, in order.
    ///   - isComplete: False where the recording was cut off.
    ///   - hasPings: Whether the steps have the pings that were made.
    public init(
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

    /// How long the session is, in milliseconds of its own time.
    public var duration: Int64 { steps.last?.time ?? 0 }

    /// How much there is: `12 steps, 3 records, 4 pings, 1 notice`.
    public var extent: String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var parts = [counted(steps.count, "step"), counted(records.count, "record")]
        if hasPings { parts.append(counted(pings.count, "ping")) }
        return (parts + [counted(notices.count, "notice")]).joined(separator: ", ")
    }

    /// Every measurement record with the time of its step.
    public var records: [(time: Int64, record: JSONObject)] {
        steps.flatMap { step in step.records.map { (step.time, $0) } }
    }

    /// Every ping that was made, with the time of its step.
    public var pings: [(time: Int64, ping: JSONObject)] {
        steps.flatMap { step in step.pings.map { (step.time, $0) } }
    }

    /// Everything that the listener heard, with the time of its step.
    public var notices: [(time: Int64, notice: JSONObject)] {
        steps.flatMap { step in step.notices.map { (step.time, $0) } }
    }
}

/// What holds for a whole session.
public struct SessionHeader: Sendable, Hashable {
    /// A name for logs and diagnostics.
    public var title: String
    /// The flow that it was recorded in, empty where unknown.
    public var flow: String
    /// The time of day at which the session began, in milliseconds since 1970.
    public var start: Int64
    /// What identifiers are made from; nil where it is unknown, and then made identifiers are not compared.
    public var seed: UInt64?
    /// The hub's configuration, for instances that are made from it.
    public var configuration: JSONObject

    /// The start of sessions in virtual time: 2 March 2026, 20:00 UTC.
    public static let defaultStart: Int64 = 1_772_481_600_000

    /// Puts a header together.
    ///
    /// - Parameters:
    ///   - title: What people call the session.
    ///   - flow: The flow that it was recorded in.
    ///   - start: Milliseconds since 1970.
    ///   - seed: What identifiers are made from.
    ///   - configuration: The hub's configuration.
    public init(
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

/// One thing that was asked, or that time went on, with everything that came of it.
public struct SessionStep: Sendable, Hashable {
    /// Its place in the session, from 1.
    public var number: Int
    /// When, in milliseconds since the session began.
    public var time: Int64
    /// What was asked; nil where only time went on.
    public var command: SessionCommand?
    /// What came back.
    public var result: JSONObject?
    /// What was measured.
    public var records: [JSONObject]
    /// The pings that were made: the requests that a collector gets.
    public var pings: [JSONObject]
    /// What the listener heard.
    public var notices: [JSONObject]

    /// Puts a step together.
    ///
    /// - Parameters:
    ///   - number: Its place in the session, from 1.
    ///   - time: Milliseconds since the session began.
    ///   - command: What was asked; nil where only time went on.
    ///   - result: What came back.
    ///   - records: What was measured.
    ///   - pings: The pings that were made.
    ///   - notices: What the listener heard.
    public init(
        number: Int,
        time: Int64,
        command: SessionCommand?,
        result: JSONObject? = nil,
        records: [JSONObject] = [],
        pings: [JSONObject] = [],
        notices: [JSONObject] = []
    ) {
        self.number = number
        self.time = time
        self.command = command
        self.result = result
        self.records = records
        self.pings = pings
        self.notices = notices
    }

    /// The result's code, where there is one.
    public var code: Int64? { result?["code"]?.intValue }
}
