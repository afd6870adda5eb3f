// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The subscriptions, by the types and sources of their events.
struct RoutingTable {
    /// The listeners of one address, lane by lane.
    final class Route: Sendable {
        struct Target: Sendable {
            let lane: Lane
            let subscriptions: [Subscription]
        }

        let targets: [Target]

        init(_ subscriptions: [Subscription]) {
            var order: [Lane] = []
            var byLane: [ObjectIdentifier: [Subscription]] = [:]
            for subscription in subscriptions {
                let key = ObjectIdentifier(subscription.lane)
                if byLane[key] == nil { order.append(subscription.lane) }
                byLane[key, default: []].append(subscription)
            }
            targets = order.map { Target(lane: $0, subscriptions: byLane[ObjectIdentifier($0)] ?? []) }
        }
    }

    private var subscriptions: [Subscription] = []
    private var routes: [Address: Route] = [:]
    private var wildcardRoute: Route?
    /// The route that was asked for last; most events have the address of the one before.
    private var recent: (address: Address, route: Route)?

    /// Addresses come from programs, but a program may make them up as it goes: the cache must not grow for ever.
    private static let cachedRoutes = 1_024

    /// Makes a table.
    init(_ subscriptions: [Subscription] = []) {
        self.subscriptions = subscriptions
    }

    mutating func add(_ subscription: Subscription) {
        subscriptions.append(subscription)
        forgetRoutes()
    }

    mutating func remove(_ subscription: Subscription) {
        subscriptions.removeAll { $0 === subscription }
        forgetRoutes()
    }

    /// Removes the subscriptions of a lane.
    ///
    /// - Returns: The removed subscriptions.
    mutating func removeAll(of lane: Lane) -> [Subscription] {
        let removed = subscriptions.filter { $0.lane === lane }
        subscriptions.removeAll { $0.lane === lane }
        forgetRoutes()
        return removed
    }

    /// Removes every subscription.
    ///
    /// - Returns: The removed subscriptions.
    mutating func removeAll() -> [Subscription] {
        defer {
            subscriptions = []
            forgetRoutes()
        }
        return subscriptions
    }

    /// Returns the listeners that receive events of a type and source.
    mutating func route(_ type: EventType, _ source: EventSource) -> Route {
        let address = Address(type: type, source: source)
        if let recent, recent.address == address { return recent.route }
        let route = knownRoute(address)
        recent = (address, route)
        return route
    }

    private mutating func knownRoute(_ address: Address) -> Route {
        if let route = routes[address] { return route }
        let route = Route(subscriptions.filter { !$0.isCancelled && $0.matches(address.type, address.source) })
        if routes.count >= Self.cachedRoutes { routes.removeAll(keepingCapacity: true) }
        routes[address] = route
        return route
    }

    /// Returns the listeners that receive responses, besides the requester.
    mutating func routeOfAnswers() -> Route {
        if let wildcardRoute { return wildcardRoute }
        let route = Route(subscriptions.filter { !$0.isCancelled && $0.isFullWildcard })
        wildcardRoute = route
        return route
    }

    private mutating func forgetRoutes() {
        routes.removeAll(keepingCapacity: true)
        wildcardRoute = nil
        recent = nil
    }
}
