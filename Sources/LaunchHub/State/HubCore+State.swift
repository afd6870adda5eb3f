// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    func sharedState(of owner: String, at event: Event?) -> SharedState {
        let name = FoldedName(owner)
        let number = event.flatMap { $0.number == 0 ? nil : $0.number }
        return states.withLock { $0.state(of: name, at: number) }
    }

    /// Publishes a version and tells everybody, once.
    ///
    /// - Parameters:
    ///   - values: What to publish; nil to announce that a state will come.
    ///   - owner: Whose state it is.
    ///   - event: The event that it belongs to; nil for now.
    func publish(_ values: JSONObject?, of owner: FoldedName, at event: Event?) throws(SharedStateError) {
        do throws(JSONConversionError) {
            try values?.validate()
        } catch {
            throw .dataNotSupported(error)
        }
        let state = values.map(SharedState.set) ?? .pending
        let now = router.latestNumber
        let (released, isDueForPruning) = try states.withLock { states throws(SharedStateError) in
            let number = event.flatMap { $0.number == 0 ? nil : $0.number }
            // Without an event the version stands behind everything that has been published or dispatched so far.
            let behind = states.newest(of: owner).map { max($0 + 1, now) } ?? now
            return try states.publish(state, of: owner, at: number ?? behind)
        }
        for waiter in released { waiter.wake(sharedState(of: owner.spelling, at: nil, number: waiter.number)) }
        if values != nil { announceState(of: owner) }
        if isDueForPruning {
            let lowest = lowestNumberInFlight()
            states.withLock { $0.prune(owner, below: lowest) }
        }
    }

    private func sharedState(of owner: String, at event: Event?, number: UInt64?) -> SharedState {
        let name = FoldedName(owner)
        return states.withLock { $0.state(of: name, at: number) }
    }

    func clearStates(of owner: FoldedName) {
        if states.withLock({ $0.clear(owner) }) { announceState(of: owner) }
    }

    private func announceState(of owner: FoldedName) {
        record([.stateChanged(owner.spelling)])
        dispatch(
            Event(ofHub: "Shared state change", source: .sharedState, data: ["stateowner": .string(owner.spelling)])
        )
    }

    /// Calls back when another extension's state is there, or when the time is over.
    ///
    /// - Parameter wake: Called exactly once: with the state, or with what there was at the deadline.
    func awaitState(
        of owner: String,
        at event: Event?,
        timeout: Duration,
        wake: @escaping @Sendable (SharedState) -> Void
    ) {
        let name = FoldedName(owner)
        let number = event.flatMap { $0.number == 0 ? nil : $0.number }
        let (state, waiter) = states.withLock { $0.wait(for: name, at: number, wake: wake) }
        if let state { return wake(state) }
        _ = clock.schedule(after: timeout) { [weak self] in
            guard let self, let late = states.withLock({ $0.removeWaiter(waiter, for: name) }) else { return }
            late.wake(sharedState(of: owner, at: nil, number: number))
        }
    }

    /// The number of the oldest event that some lane has yet to hear, or of the next one.
    private func lowestNumberInFlight() -> UInt64 {
        let latest = router.latestNumber
        let lanes = state.withLock { state in
            state.recordsByLane.values.map(\.lane) + state.appLanes.values.map(\.lane)
        }
        return lanes.reduce(latest + 1) { min($0, $1.oldestNumber ?? .max) }
    }
}
