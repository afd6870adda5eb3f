// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// The events that have passed while the rules of a first launch were still to come.
///
/// They were delivered when they came, and are kept for what they cause. The oldest are left out beyond the limits: they
/// cause nothing.
final class RuleWaiting: Sendable {
    /// The most events that are kept.
    static let countLimit = 1_000
    /// About the most bytes that kept events take.
    static let byteLimit = 8 << 20
    /// The longest time for which events are kept once a configuration has named rules.
    static let duration = Duration.seconds(30)
    /// The longest time for which events are kept if the configuration itself does not arrive.
    static let durationWithoutConfiguration = Duration.seconds(300)

    /// An event that has passed.
    struct Kept: Sendable {
        let event: PassedEvent
        /// Whether rules that were in force already have evaluated it, so that the event history has it.
        let isRecorded: Bool
    }

    private struct State {
        /// The events, the oldest first.
        var events: [(event: Kept, bytes: Int)] = []
        var bytes = 0
        var dropped: UInt64 = 0
    }

    private let state = Locked(State())

    /// The number of events that were dropped because too many were waiting.
    var droppedCount: UInt64 { state.withLock { $0.dropped } }

    /// Keeps an event that passes.
    func keep(_ event: PassedEvent, isRecorded: Bool) {
        let bytes = event.footprint
        let released = state.withLock { state in
            state.events.append((Kept(event: event, isRecorded: isRecorded), bytes))
            state.bytes += bytes
            var released: [Kept] = []
            while state.events.count > Self.countLimit || state.bytes > Self.byteLimit {
                let oldest = state.events.removeFirst()
                released.append(oldest.event)
                state.bytes -= oldest.bytes
                state.dropped += 1
            }
            return released
        }
        _ = consume released
    }

    /// Removes and returns the events, the oldest first.
    func removeAll() -> [Kept] {
        state.withLock { state in
            defer { (state.events, state.bytes) = ([], 0) }
            return state.events.map(\.event)
        }
    }
}
