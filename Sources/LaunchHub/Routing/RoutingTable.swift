// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The subscriptions, by the types and sources of their events.
struct RoutingTable {
    /// The listeners of one address, mailbox by mailbox.
    final class Route: Sendable {
        struct Target: Sendable {
            let mailbox: Mailbox
            let subscriptions: [Subscription]
        }

        let targets: [Target]

        init(_ subscriptions: [Subscription]) {
            var order: [Mailbox] = []
            var byMailbox: [ObjectIdentifier: [Subscription]] = [:]
            for subscription in subscriptions {
                let key = ObjectIdentifier(subscription.mailbox)
                if byMailbox[key] == nil { order.append(subscription.mailbox) }
                byMailbox[key, default: []].append(subscription)
            }
            targets = order.map { Target(mailbox: $0, subscriptions: byMailbox[ObjectIdentifier($0)] ?? []) }
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

    /// Removes the subscriptions of a mailbox.
    ///
    /// - Returns: The removed subscriptions.
    mutating func removeAll(of mailbox: Mailbox) -> [Subscription] {
        let removed = subscriptions.filter { $0.mailbox === mailbox }
        subscriptions.removeAll { $0.mailbox === mailbox }
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
