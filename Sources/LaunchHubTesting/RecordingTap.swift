// SPDX-License-Identifier: Apache-2.0

public import LaunchHub

/// An observer that keeps what a hub shows it.
///
/// ```swift
/// let tap = RecordingTap()
/// hub.install(tap)
/// ```
public final class RecordingTap: HubTap {
    private let recorder = Recorder<HubRecord>()

    /// Makes an observer that has seen nothing.
    public init() {}

    /// Keeps a record.
    ///
    /// - Parameter record: What to keep. Called on any thread.
    public func observe(_ record: HubRecord) {
        recorder.append(record)
    }

    /// Everything that was seen, in order.
    public var records: [HubRecord] { recorder.elements }

    /// The events that the hub has numbered, in order.
    public var dispatched: [Event] {
        records.compactMap { record in
            guard case .dispatched(let event) = record else { return nil }
            return event
        }
    }

    /// Who has heard which event, and how long it took, in order.
    public var deliveries: [(event: Event, listener: String, took: Duration)] {
        records.compactMap { record in
            guard case .delivered(let event, to: let listener, in: _, took: let duration) = record else { return nil }
            return (event, listener, duration)
        }
    }

    /// How requests ended, in order.
    public var outcomes: [(request: Event, outcome: RequestOutcome)] {
        records.compactMap { record in
            guard case .ended(request: let request, outcome: let outcome) = record else { return nil }
            return (request, outcome)
        }
    }

    /// The calls that lasted longer than they may, in order.
    public var overruns: [Overrun] {
        records.compactMap { record in
            guard case .overran(let overrun) = record else { return nil }
            return overrun
        }
    }

    /// Waits until a condition holds for what was seen; for hubs that run by themselves.
    ///
    /// - Parameters:
    ///   - limit: How long to wait at most, on the machine's clock: a test that passes never waits that long.
    ///   - condition: Asked now and after each new record, on any thread.
    /// - Returns: False where the time was over first.
    public func waits(
        within limit: Duration = .seconds(300),
        until condition: @escaping @Sendable ([HubRecord]) -> Bool
    ) async -> Bool {
        await recorder.waits(within: limit, until: condition)
    }
}
