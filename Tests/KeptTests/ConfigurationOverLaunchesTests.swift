// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LoopbackHTTP
import TestSupport
import Testing

/// A hub's configuration over launches: what is in force before anybody calls, and what is announced.
@Suite(.timeLimit(.minutes(10)))
struct ConfigurationOverLaunchesTests {
    /// A launch over a folder.
    private static func hub(
        in folder: URL,
        _ server: LoopbackServer? = nil,
        _ change: (inout ConfigurationOptions) -> Void = { _ in }
    ) throws -> EventHub {
        var options = HubOptions.patient()
        options.configuration.keep(in: folder)
        if let server { options.configuration.source = try ConfigurationSource(baseURL: server.url("")) }
        change(&options.configuration)
        return EventHub(options: options, log: .disabled)
    }

    /// What was announced until the hub had nothing more to tell.
    private static func announcements(_ hub: EventHub, _ work: () async throws -> Void) async throws -> [JSONObject] {
        let events = hub.events(type: .configuration, source: .responseContent)
        try await work()
        let marker = try Event(name: "Settled", type: .configuration, source: .responseContent)
        hub.dispatch(marker)
        var found: [JSONObject] = []
        for await event in events {
            if event.id == marker.id { break }
            found.append(event.data)
        }
        return found
    }

    /// An extension that does nothing but lend its runtime.
    private final class Probe: ExtensionCallbacks {
        static func runtime(of hub: EventHub) async throws -> ExtensionRuntime {
            let (runtimes, found) = AsyncStream<ExtensionRuntime>.makeStream()
            try hub.register(name: "probe") { runtime in
                found.yield(runtime)
                return Probe()
            }
            for await runtime in runtimes { return runtime }
            throw CancellationError()
        }
    }

    /// The configuration of a started hub as an extension reads it.
    private static func state(_ hub: EventHub) async throws -> SharedState {
        try await Probe.runtime(of: hub).state(of: "com.adobe.module.configuration")
    }

    private static func server(_ body: String, status: Int = 200) throws -> LoopbackServer {
        try LoopbackServer { request, connection in
            if request.headers["if-none-match"] == "\"1\"" { return connection.respond(304) }
            connection.respond(status, headers: ["ETag": "\"1\""], body)
        }
    }

    @Test func atTheNextLaunchTheKeptConfigurationIsInForceAndAFetchIsUnderWayWithoutACall() async throws {
        let folder = try TemporaryFolder()
        let server = try Self.server(#"{"key": "published"}"#)
        defer { server.stop() }
        try await Self.hub(in: folder.url, server).configuration.configure(withAppID: "app")
        let before = server.requests.count

        let hub = try Self.hub(in: folder.url, server)
        await hub.start()
        #expect(hub.configuration.appID == "app")
        #expect(hub.configuration.value(forKey: "key")?.value == "published")
        // The answer to the question that the start asked, or to this one, which joins it.
        try await hub.configuration.configure(withAppID: "app")
        #expect(hub.configuration.value(forKey: "key")?.origin == .remote)
        #expect(server.requests.count > before)
        #expect(server.requests.last?.headers["if-none-match"] == "\"1\"")
    }

    @Test func valuesThatTheAppHasSetAreAnnouncedAtEveryLaunch() async throws {
        let folder = try TemporaryFolder()
        try Self.hub(in: folder.url).configuration.update(["key": 1])
        for _ in 0..<3 {
            let hub = try Self.hub(in: folder.url)
            let announced = try await Self.announcements(hub) { await hub.start() }
            #expect(announced == [["key": 1]])
            #expect(try await Self.state(hub).values == ["key": 1])
        }
    }

    @Test func anUpdateThatChangesNothingIsAnnouncedToo() async throws {
        let hub = try Self.hub(in: try TemporaryFolder().url)
        await hub.start()
        let announced = try await Self.announcements(hub) {
            hub.configuration.update(["key": 1])
            hub.configuration.update(["key": 1])
        }
        #expect(announced == [["key": 1], ["key": 1]])
    }

    @Test func aConfigurationThatIsConfirmedIsAnnouncedAgain() async throws {
        let server = try Self.server(#"{"key": 1}"#)
        defer { server.stop() }
        let hub = try Self.hub(in: try TemporaryFolder().url, server)
        await hub.start()
        let announced = try await Self.announcements(hub) {
            try await hub.configuration.configure(withAppID: "app")
            try await hub.configuration.configure(withAppID: "app")
        }
        #expect(announced == [["key": 1], ["key": 1]])
    }

    @Test(arguments: ["{}", "<html>Sign in</html>", "[]", ""])
    func whatIsNoPropertyIsNeverAnEmptyConfigurationAndReplacesNone(_ body: String) async throws {
        let server = try Self.server(body)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let hub = try Self.hub(in: folder.url, server)
        await hub.start()
        let announced = try await Self.announcements(hub) {
            await #expect(throws: ConfigurationError.self) {
                try await hub.configuration.configure(withAppID: "app")
            }
        }
        #expect(announced.isEmpty)
        #expect(try await Self.state(hub) == .pending)
    }

    @Test(arguments: ["{}", "<html>Sign in</html>", "[]", ""])
    func whatIsNoPropertyNeverReplacesAGoodConfiguration(_ body: String) async throws {
        let folder = try TemporaryFolder()
        let isGood = Locked(true)
        let server = try LoopbackServer { _, connection in
            connection.respond(200, isGood.withLock { $0 } ? #"{"key": 1}"# : body)
        }
        defer { server.stop() }
        try await Self.hub(in: folder.url, server).configuration.configure(withAppID: "app")
        isGood.withLock { $0 = false }
        for _ in 0..<2 {
            let hub = try Self.hub(in: folder.url, server)
            await hub.start()
            await #expect(throws: ConfigurationError.self) {
                try await hub.configuration.configure(withAppID: "app")
            }
            #expect(hub.configuration.current == ["key": 1])
        }
    }

    @Test func whatIsSupersededSaysSo() async throws {
        // The first question is open until it is called off: a connection that closed by itself would be a failure.
        let server = try LoopbackServer { request, connection in
            if request.path.contains("second") { return connection.respond(200, #"{"a": 1}"#) }
            _ = connection.peerCloses(withinSeconds: 600)
        }
        defer { server.stop() }
        let hub = try Self.hub(in: try TemporaryFolder().url, server)
        let outcome = Locked<[ConfigurationError?]>([])
        hub.configuration.configure(withAppID: "first") { error in outcome.withLock { $0.append(error) } }
        try await hub.configuration.configure(withAppID: "second")
        while outcome.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(outcome.withLock { $0.map { $0?.code } } == [.superseded])
    }

    @Test func anotherBaseIsAskedForTheCurrentAppId() async throws {
        let one = try Self.server(#"{"key": 1}"#)
        let two = try Self.server(#"{"key": 2}"#)
        defer {
            one.stop()
            two.stop()
        }
        let hub = try Self.hub(in: try TemporaryFolder().url, one)
        await hub.start()
        try await hub.configuration.configure(withAppID: "app")
        hub.configuration.use(try ConfigurationSource(baseURL: two.url("")))
        try await hub.configuration.configure(withAppID: "app")
        #expect(hub.configuration.value(forKey: "key")?.value == 2)
    }

    @Test func anAddressThatIsNoneIsReportedAndNobodyElseIsAsked() async throws {
        var options = HubOptions.patient()
        options.configuration = .ofApp(variables: [
            "LAUNCH_HUB_CONFIGURATION_URL": "ftp://host/", "LAUNCH_HUB_FOLDER": "",
        ])
        let hub = EventHub(options: options, log: .disabled)
        await #expect(throws: ConfigurationError.self) { try await hub.configuration.configure(withAppID: "app") }
        #expect(hub.configuration.problem?.description.contains("ftp://host/") == true)
        #expect(options.configuration.cacheFolder == nil)
        #expect(options.configuration.store is InMemoryKeyValueStore)
    }

    @Test func aBurstOfCallsIsOneRequest() async throws {
        let server = try Self.server(#"{"key": 1}"#)
        defer { server.stop() }
        let hub = try Self.hub(in: try TemporaryFolder().url, server)
        let count = Locked(0)
        for _ in 0..<100 {
            hub.configuration.configure(withAppID: "app") { _ in count.withLock { $0 += 1 } }
        }
        while count.withLock({ $0 }) < 100 { await Task.yield() }
        // What comes after the answer asks again, under the condition that there is something newer.
        #expect(server.requests.count { $0.headers["if-none-match"] == nil } == 1)
    }
}
