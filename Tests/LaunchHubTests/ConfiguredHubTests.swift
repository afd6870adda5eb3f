// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing

/// A hub uses each of the things that its options name.
struct ConfiguredHubTests {
    /// Answers at once, with a configuration or not at all, and notes who was asked.
    private final class Server: HTTPClient {
        let asked = Locked<[HTTPRequest]>([])
        private let body: String?

        init(_ body: String?) {
            self.body = body
        }

        func send(
            _ request: HTTPRequest,
            completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
        ) -> HTTPTask {
            asked.withLock { $0.append(request) }
            if let body {
                completion(.success(HTTPResponse(status: 200, body: Data(body.utf8), url: request.url)))
            } else {
                completion(.failure(.connection("nobody is there")))
            }
            return HTTPTask()
        }
    }

    private static func hub(_ server: Server, _ folder: URL?, allowsInsecure: Bool = false) throws -> TestHub {
        let address = allowsInsecure ? "http://lab.example/base" : "https://published.example/base"
        return TestHub(
            options: HubOptions(
                configuration: ConfigurationOptions(
                    source: try ConfigurationSource(
                        baseURL: try #require(URL(string: address)),
                        allowsInsecure: allowsInsecure
                    ),
                    cacheFolder: folder,
                    store: InMemoryKeyValueStore(),
                    client: { server }
                )
            )
        )
    }

    @Test func theSourceIsAskedByTheClientAndTheAnswerKept() throws {
        let folder = try TemporaryFolder()
        let cache = folder.file("cache")
        let server = Server(#"{"colour": "blue"}"#)
        let first = try Self.hub(server, cache)
        first.start()
        first.hub.configuration.configure(withAppID: "p/app")
        first.run()
        #expect(first.hub.configuration.current["colour"] == "blue")
        let request = try #require(server.asked.withLock { $0 }.first)
        #expect(request.url.absoluteString == "https://published.example/base/p/app.json")
        #expect(!request.allowsInsecure)
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache.path).count == 1)

        // Without a network the next one has what was kept in that folder, and in no other.
        for (folder, colour) in [(cache, "blue" as JSONValue?), (nil, nil)] {
            let next = try Self.hub(Server(nil), folder)
            next.start()
            next.hub.configuration.configure(withAppID: "p/app")
            next.run()
            #expect(next.hub.configuration.current["colour"] == colour)
        }
    }

    @Test func whatIsAllowedByNameReachesTheRequest() throws {
        let server = Server("{}")
        let test = try Self.hub(server, nil, allowsInsecure: true)
        test.start()
        test.hub.configuration.configure(withAppID: "p/app")
        test.run()
        #expect(server.asked.withLock { $0 }.map(\.allowsInsecure) == [true])
    }
}
