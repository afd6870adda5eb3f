// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices

/// What `launchhub serve` runs: a collector for pings, a host for configurations, faults on purpose, and a page that
/// shows them.
///
/// ```swift
/// let server = DevelopmentServer(.init(port: 0), collector: try Collector())
/// let address = try server.start()[0]
/// // … pings go to \(address)cgi-bin/gn
/// print(try server.collector.summary())
/// server.stop()
/// ```
package final class DevelopmentServer: Sendable {
    /// The pings.
    package let collector: Collector
    /// The faults that the server produces on purpose.
    package let faults: Faults
    /// The folder whose files are served, or nil.
    package let folder: FolderHost?
    private let server: Server

    /// Puts a server together; ``start()`` has it listen.
    ///
    /// - Parameters:
    ///   - configuration: Where it listens, and how much of a client it puts up with.
    ///   - collector: Where pings go.
    ///   - faults: What goes wrong on purpose.
    ///   - folder: The folder whose files are served; nil for none.
    ///   - routes: Further routes. They come before the server's own.
    ///   - clock: The time of arrivals, and what delays are measured with.
    package init(
        _ configuration: Server.Configuration = Server.Configuration(),
        collector: Collector,
        faults: Faults = Faults(),
        folder: FolderHost? = nil,
        routes: [Route] = [],
        clock: any HubClock = SystemClock()
    ) {
        self.collector = collector
        self.faults = faults
        self.folder = folder
        let listed = routes + collector.routes + faults.routes + OptOutPage.routes
        let last = folder?.routes ?? []
        let page = IndexPage.routes {
            Self.state(of: listed + last, collector, faults, folder)
        }
        server = Server(configuration, routes: listed + page + last, faults: faults, clock: clock)
    }

    /// The addresses at which the server listens; empty while it does not run.
    package var addresses: [ServerAddress] { server.addresses }

    /// Begins to listen.
    ///
    /// - Returns: Where, HTTP first.
    /// - Throws: ``ServerError`` where it cannot listen at one of the ports, or was started before.
    @discardableResult
    package func start() throws(ServerError) -> [ServerAddress] {
        try server.start()
    }

    /// Stops listening, and waits until every handler has returned and the collector's observer has received every
    /// ping.
    ///
    /// Neither may call it.
    package func stop() {
        server.stop()
        collector.flush()
    }

    private static func state(
        of routes: [Route],
        _ collector: Collector,
        _ faults: Faults,
        _ folder: FolderHost?
    ) -> JSONObject {
        let count = try? collector.count()
        return [
            "routes": .array(
                routes.filter { !$0.summary.isEmpty }.map { route in
                    [
                        "method": .string(route.method), "pattern": .string(route.pattern),
                        "summary": .string(route.summary),
                    ]
                }
            ),
            "files": .array((folder?.files() ?? []).map(JSONValue.string)),
            "faults": .array(faults.json.map(JSONValue.object)),
            "tsvFlag": .string(collector.tsvFlag),
            "pings": .int(Int64(count?.pings ?? 0)),
            "doubles": .int(Int64(count?.doubles ?? 0)),
            "dropped": .int(Int64((try? collector.dropped()) ?? 0)),
        ]
    }
}
