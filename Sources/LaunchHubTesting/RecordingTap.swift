// SPDX-License-Identifier: Apache-2.0

public import LaunchHub

/// An observer that keeps the records of a hub.
///
/// ```swift
/// let tap = RecordingTap()
/// hub.install(tap)
/// ```
public final class RecordingTap: HubTap {
    private let recorder = Recorder<HubRecord>()

    /// Makes an observer without records.
    public init() {}

    /// Adds a record.
    ///
    /// - Parameter record: The record. This method may be called on any thread.
    public func observe(_ record: HubRecord) {
        recorder.append(record)
    }

    /// All records, in order.
    public var records: [HubRecord] { recorder.elements }

    /// The events that the hub has numbered, in order.
    public var dispatched: [Event] {
        records.compactMap { record in
            guard case .dispatched(let event) = record else { return nil }
            return event
        }
    }

    /// The deliveries, in order: the listener, the event and the duration of the call.
    public var deliveries: [(event: Event, listener: String, took: Duration)] {
        records.compactMap { record in
            guard case .delivered(let event, to: let listener, in: _, took: let duration) = record else { return nil }
            return (event, listener, duration)
        }
    }

    /// The outcomes of requests, in order.
    public var outcomes: [(request: Event, outcome: RequestOutcome)] {
        records.compactMap { record in
            guard case .ended(request: let request, outcome: let outcome) = record else { return nil }
            return (request, outcome)
        }
    }

    /// The calls that exceeded their budget, in order.
    public var overruns: [Overrun] {
        records.compactMap { record in
            guard case .overran(let overrun) = record else { return nil }
            return overrun
        }
    }

    /// Waits until a condition holds for the records, for hubs that run by themselves.
    ///
    /// - Parameters:
    ///   - limit: The longest time to wait, on the system's clock; ten minutes by default, which no busy machine exceeds.
    ///   - condition: Evaluated now and after each new record, on any thread.
    /// - Returns: False if the time passed first.
    public func waits(
        within limit: Duration = .seconds(600),
        until condition: @escaping @Sendable ([HubRecord]) -> Bool
    ) async -> Bool {
        await recorder.waits(within: limit, until: condition)
    }
}
