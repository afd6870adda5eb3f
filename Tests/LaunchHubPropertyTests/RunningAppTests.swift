// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)
    import Foundation
    import HubServices
    import LaunchHub
    import LaunchHubProperty
    import LaunchHubServer
    import TestSupport
    import Testing

    /// What a server publishes of a property, and what a hub that runs makes of each change.
    struct RunningAppTests {
        private let temporary: TemporaryFolder
        private let folder: PropertyFolder
        private let server: DevelopmentServer
        private let client = WatchedClient()
        private let hub: EventHub

        init() throws {
            temporary = try TemporaryFolder()
            folder = PropertyFolder(root: temporary.url, name: "player")
            try folder.create(try Property.sample())
            let root = try FolderHost(root: temporary.url)
            server = DevelopmentServer(
                Server.Configuration(hosts: [.ipv4], port: 0),
                collector: try Collector(),
                folder: root
            )
            let address = try #require(try server.start().first)
            let source = try ConfigurationSource(baseURL: try #require(URL(string: "\(address)")))
            let client = client
            let options = ConfigurationOptions(source: source, store: InMemoryKeyValueStore(), client: { client })
            hub = EventHub(options: HubOptions(configuration: options))
        }

        private func build(named name: String? = nil) throws -> PropertyBuild {
            try folder.change { (property) throws(PropertyError) in
                if let name {
                    try property.set([("appname", name)], of: "nielsen", in: SettingScope(platform: .ios))
                    try property.addChanges(to: "first")
                }
                let result = try property.build("first")
                return (result.isNew ? [result.build] : [], result.build)
            }
        }

        private var appName: String? { hub.configuration.current["nielsen.ios"]?["appname"]?.stringValue }

        private func configure() async throws -> WatchedClient.Exchange {
            try await hub.configuration.configure(withAppID: "player/launch-EN-player-development")
            return try #require(client.last)
        }

        @Test func aChangeReachesAHubByteForByteAndWhatHasNotChangedIsNotLoaded() async throws {
            defer { server.stop() }
            let first = try build()
            let loaded = try await configure()
            #expect(loaded.response.status == 200)
            #expect(loaded.response.body == first.data)
            #expect(appName == "Player")
            let tag = try #require(loaded.response.headers["ETag"])

            #expect(try build().record == first.record)
            let unchanged = try await configure()
            #expect(unchanged.request.headers["If-None-Match"] == tag)
            #expect(unchanged.response.status == 304)

            let second = try build(named: "Renamed")
            let changed = try await configure()
            #expect(changed.request.headers["If-None-Match"] == tag)
            #expect(changed.response.status == 200)
            #expect(changed.response.body == second.data)
            #expect(changed.response.headers["ETag"] != tag)
            #expect(appName == "Renamed")

            try folder.change { (property) throws(PropertyError) in
                _ = try property.rollBack("development")
                return ([], ())
            }
            let rolledBack = try await configure()
            #expect(rolledBack.response.body == first.data)
            #expect(rolledBack.response.headers["ETag"] == tag)
            #expect(appName == "Player")
        }

        @Test func whatIsNotPublishedIsNotServed() async throws {
            defer { server.stop() }
            _ = try build()
            await #expect(throws: ConfigurationError.self) {
                try await hub.configuration.configure(withAppID: "player/.property/property")
            }
            await #expect(throws: ConfigurationError.self) {
                try await hub.configuration.configure(withAppID: "player/launch-EN-player-production")
            }
        }
    }

    /// The system's client, with its last request and response.
    private final class WatchedClient: HTTPClient {
        struct Exchange {
            let request: HTTPRequest
            let response: HTTPResponse
        }

        private let client = SystemHTTPClient()
        private let exchange = Locked<Exchange?>(nil)

        var last: Exchange? { exchange.withLock { $0 } }

        func send(
            _ request: HTTPRequest,
            completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
        ) -> HTTPTask {
            client.send(request) { [self] result in
                if case .success(let response) = result {
                    exchange.withLock { $0 = Exchange(request: request, response: response) }
                }
                completion(result)
            }
        }
    }
#endif
