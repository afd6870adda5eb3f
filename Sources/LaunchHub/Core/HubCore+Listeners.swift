// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    func subscribe(_ subscription: Subscription) {
        take(.subscribe(subscription))
    }

    func token(for subscription: Subscription) -> ListenerToken {
        ListenerToken { [router] in
            subscription.cancel()
            // Taken out first: the listener's deinitializer may use the hub.
            router.take(.unsubscribe(subscription))
            subscription.release()
        }
    }

    /// Returns whether a subscription can ever receive an event, and logs if it cannot.
    func accepts(_ subscription: Subscription) -> Bool {
        guard let refusal = subscription.refusal else { return true }
        log.error(CallMonitor.tag, "\(subscription.label) hears nothing: \(refusal)")
        return false
    }

    /// Makes a lane for a listener of the app, and the token that ends both.
    ///
    /// - Parameters:
    ///   - name: The lane's name in logs and reports.
    ///   - policy: How much may wait in the lane; nil for the hub's default.
    ///   - onEnd: Called when the hub ends the lane.
    ///   - makeSubscription: Makes the subscription that uses the lane.
    /// - Returns: A token that cancels the subscription; a spent one if the subscription is refused or the hub has been
    ///   shut down.
    func listen(
        name: String,
        policy: LanePolicy?,
        onEnd: @escaping @Sendable () -> Void = {},
        _ makeSubscription: (Lane) -> Subscription
    ) -> ListenerToken {
        let lane = makeLane(name: name, policy: policy ?? options.lanePolicy)
        let subscription = makeSubscription(lane)
        guard accepts(subscription) else {
            onEnd()
            return .spent
        }
        let isOpen = state.withLock { state in
            guard state.phase != .shutDown else { return false }
            state.appLanes[lane.id] = AppLane(lane: lane, onEnd: onEnd)
            return true
        }
        guard isOpen else {
            log.warning(CallMonitor.tag, "\(name) hears nothing: \(HubError.shutDown)")
            onEnd()
            return .spent
        }
        take(.subscribe(subscription))
        return ListenerToken { [link, router] in
            subscription.cancel()
            router.take(.drop(lane))
            link.core?.endAppLane(lane)
            subscription.release()
        }
    }

    /// Ends a lane where it is one of a listener of the app.
    func endAppLane(_ lane: Lane) {
        guard state.withLock({ $0.appLanes.removeValue(forKey: lane.id) }) != nil else { return }
        stop(lane)
    }

    func spent(_ subscription: Subscription) {
        router.take(.forget(subscription))
        endAppLane(subscription.lane)
    }

    // MARK: - Taps

    /// Makes a lane for an observer, and the token that ends both.
    func install(_ tap: any HubTap) -> ListenerToken {
        let lane = makeLane(name: "tap")
        // An ended hub keeps nobody: nothing would ever release the observer.
        let isOpen = state.withLock { state in
            guard state.awaitingEnd != nil else { return false }
            taps.install(tap, on: lane)
            return true
        }
        guard isOpen else { return .spent }
        return ListenerToken { [link] in
            guard let core = link.core else { return }
            core.taps.remove(on: lane)
            core.stop(lane)
        }
    }
}
