// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import NielsenAppApi
import NielsenTestSupport

/// A server with the bridge and pages of the test's own, in a time that stands still.
final class BrowserSite: Sendable {
    let host: BridgeHost
    let collector: Collector
    let clock = ManualClock()
    private let server: DevelopmentServer
    private let address: String

    /// Makes a site and starts its server.
    ///
    /// - Parameters:
    ///   - pages: Markup by name; each is served under `/pages/`.
    ///   - faults: The faults that the server makes on purpose.
    ///   - followsPages: Whether the site's time follows that of the pages.
    /// - Throws: Any error of the collector or the server.
    init(pages: [String: String] = [:], faults: [Fault] = [], followsPages: Bool = false) throws {
        collector = try Collector()
        host = BridgeHost(
            environment: Self.environment(clock: clock),
            collector: collector
        )
        let own = pages.map { name, markup in
            Route("GET", "/pages/\(name)") { _ in
                ServerResponse(
                    status: 200,
                    headers: ["Content-Type": "text/html; charset=utf-8"],
                    body: Data(markup.utf8)
                )
            }
        }
        let clock = clock
        let bridge = host.routes.map { route in
            guard followsPages, route.pattern == "/bridge/messages" else { return route }
            return Route(route.method, route.pattern, access: route.access) { request in
                Self.follow(request, clock)
                return try route.handler(request)
            }
        }
        server = DevelopmentServer(
            .init(hosts: [.ipv4], port: 0),
            collector: collector,
            faults: Faults(faults),
            routes: bridge + own
        )
        guard let address = try server.start().first else { throw Browser.Failure(description: "no address") }
        self.address = "\(address)"
    }

    deinit { server.stop() }

    /// What an instance gets from outside: the same for a page and for an app that makes the same calls.
    static func environment(clock: ManualClock = ManualClock()) -> NielsenEnvironment {
        NielsenEnvironment(clock: clock, random: makeRepeatableRandom())
    }

    /// Lets the site's time go along with the page's: a browser in virtual time plays a minute in an instant.
    private static func follow(_ request: ServerRequest, _ clock: ManualClock) {
        guard let message = try? JSONObject(jsonData: request.body), let sent = message["sent"]?.doubleValue,
            sent.isFinite, sent < 1e9
        else { return }
        let passed = Duration.milliseconds(sent) - (clock.now - .zero - .seconds(3_600))
        if passed > .zero { clock.advance(by: passed) }
    }

    func url(_ path: String) -> String { address + path }

    /// How many requests each fault has met.
    var faultsMet: [Int64] { server.faults.json.compactMap { $0["met"]?.intValue } }

    /// What the only page that sent something led to.
    func state() throws -> JSONObject {
        guard host.pageNames.count == 1, let name = host.pageNames.first, let state = host.state(of: name) else {
            throw Browser.Failure(description: "the pages are \(host.pageNames)")
        }
        return state
    }
}

/// An app's own calls, and what they leave.
struct NativeFlow {
    let records: JSONValue
    let pings: JSONValue
    let credits: JSONValue

    static let appInfo = [
        "appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "appname": "Web bridge sample", "sfcode": "dcr",
    ]

    init(_ calls: (NielsenAppApi) -> Void) throws {
        let sink = NielsenRecordingMeasurementSink()
        let pings = NielsenRecordingPingSink()
        var environment = BrowserSite.environment()
        environment.sink = sink
        environment.pings = pings
        let api = try NielsenAppApi.make(appInfo: Self.appInfo, environment: environment)
        calls(api)
        records = .array(sink.records.map { .object($0.json) })
        self.pings = .array(pings.pings.map { .object($0.json) })
        credits = .array(api.creditSummary.map { .object($0.json) })
    }
}
