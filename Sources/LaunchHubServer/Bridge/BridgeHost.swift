// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
package import NielsenAppApi

/// Measures pages that no app shows: they send over HTTP what they would hand to the handler of an app.
///
/// ```swift
/// let bridge = BridgeHost(environment: NielsenEnvironment()) { ping in print(ping.url) }
/// let server = DevelopmentServer(.init(port: 0), collector: try Collector(), routes: bridge.routes)
/// ```
///
/// Each load of a page has an instance of its own, that ends when it makes room for those of other pages. What a page
/// says is read and never run. Any thread may use it.
package final class BridgeHost: Sendable {
    private struct Pages {
        var byName: [String: BridgePage] = [:]
        /// The names, the one that was used last at the end.
        var order: [String] = []
    }

    /// As many pages are kept; the one that was quiet for longest makes room.
    package static let maximumPages = 64

    private let environment: NielsenEnvironment
    private let forward: @Sendable (NielsenPing) -> Void
    private let pages = Locked(Pages())

    /// Makes a host without pages.
    ///
    /// - Parameters:
    ///   - environment: Time, storage, log and configuration of the instances. Its sinks are not used.
    ///   - pings: Gets the pings of all pages, on the thread of the message that caused them.
    package init(
        environment: NielsenEnvironment = NielsenEnvironment(),
        pings: @escaping @Sendable (NielsenPing) -> Void = { _ in }
    ) {
        self.environment = environment
        forward = pings
    }

    /// The names of the pages that are kept, the one that was used last at the end.
    package var pageNames: [String] { pages.withLock { $0.order } }

    /// Returns the results of a page's messages: `calls`, `records`, `pings`, `credits`, `refused`, `events`, `errors`.
    ///
    /// - Parameter page: The page's name.
    /// - Returns: nil where there is no such page.
    package func state(of page: String) -> JSONObject? {
        pages.withLock { $0.byName[page] }?.json
    }

    /// Returns the page with a name, made if there is none, and whether it was known.
    func page(_ name: String, apiType: String?) -> (page: BridgePage, isKnown: Bool) {
        // A page that makes room ends its instance, and so must not go away under the lock.
        var leaving: BridgePage?
        defer { _ = leaving }
        return pages.withLock { pages in
            if let page = pages.byName[name] {
                pages.order.removeAll { $0 == name }
                pages.order.append(name)
                return (page, true)
            }
            if pages.order.count >= Self.maximumPages {
                leaving = pages.byName.removeValue(forKey: pages.order.removeFirst())
            }
            let page = BridgePage(name, apiType: apiType, environment: environment, forward: forward)
            pages.byName[name] = page
            pages.order.append(name)
            return (page, false)
        }
    }
}

/// Passes the pings of pages to a collector of the same process.
extension Collector {
    /// Stores a ping that was made here, as if it had been sent.
    ///
    /// - Parameters:
    ///   - ping: The ping.
    ///   - time: When it counts as sent.
    /// - Throws: ``CollectorError`` where it could not be stored, ``ServerRefusal`` if its address is not valid.
    func receive(_ ping: NielsenPing, at time: Date) throws {
        let milliseconds = Int64(time.timeIntervalSince1970 * 1000)  // in range: the clock's own
        try receive(
            ServerRequest(
                ping.method.rawValue,
                try RequestTarget(ping.url(sentAt: milliseconds)),
                headers: ["Idempotency-Key": ping.id, "User-Agent": "launchhub bridge"],
                body: Data((ping.body ?? "").utf8),
                arrival: time
            )
        )
    }
}

extension BridgeHost {
    /// Makes a host whose pings go straight to a collector.
    ///
    /// - Parameters:
    ///   - environment: Time, storage, log and configuration of the instances.
    ///   - collector: Stores the pings; where it cannot, that is written to the environment's log.
    package convenience init(environment: NielsenEnvironment = NielsenEnvironment(), collector: Collector) {
        let (clock, log) = (environment.clock, environment.log)
        self.init(environment: environment) { ping in
            do {
                try collector.receive(ping, at: clock.date)
            } catch {
                log.error("BridgeHost", "a ping of a page could not be stored: \(error)")
            }
        }
    }
}
