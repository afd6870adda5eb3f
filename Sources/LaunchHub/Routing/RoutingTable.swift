// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The subscriptions, by the types and sources of their events.
struct RoutingTable {
    /// The listeners of one address, mailbox by mailbox.
    final class Route: Sendable {
        struct Target: Sendable {
            let mailbox: Mailbox
            fileprivate(set) var subscriptions: [Subscription]
        }

        let targets: [Target]

        init(_ subscriptions: [Subscription]) {
            // Mailboxes receive in the order in which their first listeners were added, and the listeners of one in theirs.
            // Sorted and not put into a dictionary by mailbox, which would be one more type of key.
            let places = subscriptions.indices.sorted {
                let (left, right) = (subscriptions[$0].mailbox.id, subscriptions[$1].mailbox.id)
                return left == right ? $0 < $1 : left < right
            }
            var groups: [(first: Int, target: Target)] = []
            for place in places {
                let subscription = subscriptions[place]
                if let last = groups.last, last.target.mailbox === subscription.mailbox {
                    groups[groups.count - 1].target.subscriptions.append(subscription)
                } else {
                    groups.append((place, Target(mailbox: subscription.mailbox, subscriptions: [subscription])))
                }
            }
            targets = groups.sorted { $0.first < $1.first }.map(\.target)
        }
    }

    private var subscriptions: [Subscription] = []
    /// The routes by type and source.
    ///
    /// On Linux the first dictionary with a new type of key has the run-time search every loaded module for how the type
    /// conforms to `Hashable`, which takes a tenth of the time in which the first hub of a process starts. ``FoldedName`` is
    /// the key of other tables of the hub, too.
    private var routes: [FoldedName: [FoldedName: Route]] = [:]
    private var routeCount = 0
    private var wildcardRoute: Route?
    /// The route that was asked for last; most events have the address of the one before.
    private var recent: (type: EventType, source: EventSource, route: Route)?

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
        if let recent, recent.type == type, recent.source == source { return recent.route }
        let route = routes[type.name]?[source.name] ?? makeRoute(type, source)
        recent = (type, source, route)
        return route
    }

    private mutating func makeRoute(_ type: EventType, _ source: EventSource) -> Route {
        let route = Route(subscriptions.filter { !$0.isCancelled && $0.matches(type, source) })
        if routeCount >= Self.cachedRoutes { forgetRoutes() }
        routes[type.name, default: [:]][source.name] = route
        routeCount += 1
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
        if routeCount > 0 { routes.removeAll(keepingCapacity: true) }
        routeCount = 0
        wildcardRoute = nil
        recent = nil
    }
}
