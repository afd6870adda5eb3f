// SPDX-License-Identifier: Apache-2.0

/// The channel through which a component reports what it does to recorders.
///
/// While none is attached, a report costs the reading of one word and is not made at all.
package final class ReportChannel: Sendable {
    private struct Attached: Sendable {
        let receiver: any ReportReceiver
        let name: String?
        var isResting = false
    }

    private struct State: Sendable {
        var attached: [Attached] = []
        var children: [WeakReference<ReportChannel>] = []
    }

    private let state = Locked(State())
    /// The numbers of recorders that are awake and that rest, and that of missed reports, for everybody who has something to
    /// report.
    private let numbers = AtomicWords(3)
    private static let (awake, resting, missed) = (0, 1, 2)

    package init() {}

    deinit { numbers.deallocate() }

    // MARK: - Reporting

    /// Whether a report would be received.
    ///
    /// What is not received while a recorder rests is counted.
    package var isObserved: Bool {
        // Of two threads at the same moment one may be lost: an addition that no other thread can interrupt costs a flood of
        // calls more than the rest of what a recorder at rest costs.
        if numbers[Self.resting] > 0 { numbers[Self.missed] &+= 1 }
        return numbers[Self.awake] > 0
    }

    /// Passes a report to the recorders that are awake.
    ///
    /// - Parameter report: The report; whoever makes it asks ``isObserved`` first.
    package func send(_ report: any Sendable) {
        state.withLock { state in
            for place in state.attached.indices where !state.attached[place].isResting {
                let attached = state.attached[place]
                guard !attached.receiver.receive(report, from: attached.name) else { continue }
                state.attached[place].isResting = true
            }
            note(state)
        }
    }

    // MARK: - Recording

    /// Attaches a recorder, which receives the reports of this channel and of those that have joined it.
    ///
    /// - Parameters:
    ///   - receiver: The recorder; the channel keeps it until ``detach(_:)``.
    ///   - name: Passed with each report of this channel.
    package func attach(_ receiver: any ReportReceiver, name: String? = nil) {
        let children = state.withLock { state in
            guard !state.attached.contains(where: { $0.receiver === receiver }) else {
                return [ReportChannel]()
            }
            state.attached.append(Attached(receiver: receiver, name: name))
            note(state)
            return state.children.compactMap(\.object)
        }
        for child in children { child.attach(receiver, name: name) }
    }

    package func detach(_ receiver: any ReportReceiver) {
        let (removed, children) = state.withLock { state in
            let removed = state.attached.filter { $0.receiver === receiver }
            state.attached.removeAll { $0.receiver === receiver }
            note(state)
            return (removed, state.children.compactMap(\.object))
        }
        // It is released outside the lock.
        _ = consume removed
        for child in children { child.detach(receiver) }
    }

    /// Lets all recorders write what they have received, before it returns.
    package func flush() {
        for attached in state.withLock({ $0.attached }) { attached.receiver.flush() }
    }

    /// Lets a recorder that rests receive reports again.
    package func wake(_ receiver: any ReportReceiver) {
        let children = state.withLock { state in
            for place in state.attached.indices where state.attached[place].receiver === receiver {
                state.attached[place].isResting = false
            }
            note(state)
            return state.children.compactMap(\.object)
        }
        for child in children { child.wake(receiver) }
    }

    /// The number of reports that were made while a recorder rested, in all; at least so many.
    package var missed: UInt64 {
        let children = state.withLock { $0.children.compactMap(\.object) }
        return children.reduce(numbers[Self.missed]) { $0 &+ $1.missed }
    }

    /// Passes the reports of a channel to the recorders of this one, too, for as long as the channel exists.
    ///
    /// - Parameter child: The channel; one that has joined has no further effect.
    package func adopt(_ child: ReportChannel) {
        let attached = state.withLock { state in
            state.children.removeAll { $0.object == nil }
            guard !state.children.contains(where: { $0.object === child }) else { return [Attached]() }
            state.children.append(WeakReference(child))
            return state.attached
        }
        for attached in attached { child.attach(attached.receiver, name: attached.name) }
    }

    private func note(_ state: State) {
        let resting = state.attached.count { $0.isResting }
        numbers[Self.awake] = UInt64(state.attached.count - resting)
        numbers[Self.resting] = UInt64(resting)
    }
}

/// A recorder of what components report.
package protocol ReportReceiver: AnyObject, Sendable {
    /// Receives a report, on the thread on which it was made.
    ///
    /// The implementation only stores it: whoever reports waits for it, and may hold locks.
    ///
    /// - Parameters:
    ///   - report: The report, of a type that the component defines.
    ///   - name: The name of the channel, where it has one.
    /// - Returns: False to receive no more until ``ReportChannel/wake(_:)``, because there is too much.
    func receive(_ report: any Sendable, from name: String?) -> Bool

    /// Writes everything that it has received before it returns.
    func flush()
}
