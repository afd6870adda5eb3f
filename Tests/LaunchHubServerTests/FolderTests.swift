// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubServer
import LoopbackHTTP
import NielsenAppApi
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FolderTests {
    private let folder: TemporaryFolder
    private let server: TestServer

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("{\"k\":1}", to: "root/a/b c.json")
        try folder.write("top", to: "root/top.txt")
        try folder.write("secret", to: "secret.txt")
        try folder.write("secret", to: "root/.hidden/x.json")
        try folder.write("secret", to: "root/.env")
        server = try TestServer(folder: folder.url.appending(path: "root"))
    }

    @Test func aFileIsServedWithWhatItIs() async throws {
        let response = try await server.get("/a/b%20c.json")
        #expect(response.status == 200)
        #expect(response.text == "{\"k\":1}")
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Cache-Control"] == "no-cache")
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        #expect(try await server.get("/top.txt").headers["Content-Type"] == "text/plain; charset=utf-8")
        let head = try server.raw("HEAD", "/top.txt")
        #expect(head.status == 200)
        #expect(head.headers["content-length"] == "3")
        #expect(head.body.isEmpty)
    }

    @Test func whoHasTheFileGets304() async throws {
        let tag = try #require(try await server.get("/top.txt").headers["ETag"])
        for field in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let answer = try server.raw("GET", "/top.txt", headers: ["If-None-Match: \(field)"])
            #expect(answer.status == 304)
            #expect(answer.body.isEmpty)
            #expect(answer.headers["etag"] == tag)
        }
        #expect(try await server.get("/top.txt", headers: ["If-None-Match": "\"other\""]).status == 200)
        try folder.write("TOP", to: "root/top.txt")
        let changed = try await server.get("/top.txt", headers: ["If-None-Match": tag])
        #expect(changed.status == 200)
        #expect(changed.text == "TOP")
        #expect(changed.headers["ETag"] != tag)
    }

    @Test func timesOfChangeAreHTTPDates() async throws {
        let file = folder.url.appending(path: "root/top.txt").path
        let dates: [(Double, String)] = [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
        ]
        for (seconds, text) in dates {
            let date = Date(timeIntervalSince1970: seconds)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
            #expect(try await server.get("/top.txt").headers["Last-Modified"] == text)
            #expect(try server.raw("GET", "/top.txt", headers: ["If-Modified-Since: \(text)"]).status == 304)
        }
        let since = { (text: String) in
            try server.raw("GET", "/top.txt", headers: ["If-Modified-Since: \(text)"]).status
        }
        #expect(try since("Tue, 31 Dec 2024 23:59:58 GMT") == 200)
        #expect(try since("Wed, 01 Jan 2025 00:00:00 GMT") == 304)
        #expect(try since("yesterday") == 200)
        #expect(try since("Wed, 01 Jan 2025 00:00:00 CET") == 200)
        // A minute has a second 60 where a leap second is put in, and never one more.
        #expect(try since("Wed, 01 Jan 2025 00:00:60 GMT") == 304)
        #expect(try since("Wed, 01 Jan 2025 00:00:61 GMT") == 200)
        // A tag counts before a time.
        let both = ["If-Modified-Since: Wed, 01 Jan 2025 00:00:00 GMT", "If-None-Match: \"other\""]
        #expect(try server.raw("GET", "/top.txt", headers: both).status == 200)
    }

    @Test(arguments: [
        "/../secret.txt", "/a/../../secret.txt", "/%2e%2e/secret.txt", "/%2E%2E%2Fsecret.txt",
        "/a/..%2f..%2fsecret.txt",
        "/..", "/a/..", "/.", "/./top.txt", "//top.txt", "/a//b%20c.json", "/a", "/a/", "/.env", "/.hidden/x.json",
        "/top.txt/", "/top.txt/x", "/..%5csecret.txt", "/TOP", "/a/%2fetc%2fpasswd", "//etc/passwd",
        "/%252e%252e/secret.txt", "/a%2fb%20c.json", "/a%2f..%2f.env",
    ])
    func nothingOutsideIsServed(_ path: String) throws {
        let answer = try server.raw("GET", path)
        #expect(answer.status == 404, "\(path): \(answer.text)")
        #expect(!answer.text.contains("secret\""))
    }

    @Test(arguments: ["/top.txt%00.json", "/%00", "/top%0a.txt", "/%ff.txt", "/%"])
    func aPathThatIsNoneIs400(_ path: String) throws {
        #expect(try server.raw("GET", path).status == 400)
    }

    @Test func longPathsAreNotFound() throws {
        #expect(try server.raw("GET", "/" + String(repeating: "a", count: 5_000)).status == 404)
        #expect(try server.raw("GET", String(repeating: "/a", count: 10_000)).status == 404)
    }

    @Test func linksAreFollowedInsideOnly() async throws {
        let root = folder.url.appending(path: "root")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: root.path + "/inside.txt", withDestinationPath: "top.txt")
        try manager.createSymbolicLink(atPath: root.path + "/out.txt", withDestinationPath: "../secret.txt")
        try manager.createSymbolicLink(atPath: root.path + "/folder", withDestinationPath: folder.url.path)
        try manager.createSymbolicLink(atPath: root.path + "/loop", withDestinationPath: "loop")
        #expect(try await server.get("/inside.txt").text == "top")
        for path in ["/out.txt", "/folder/secret.txt", "/loop", "/folder/root/top.txt/../../secret.txt"] {
            #expect(try server.raw("GET", path).status == 404, "\(path)")
        }
        // A neighbour whose name begins like the folder's is outside.
        try folder.write("secret", to: "root2/x.txt")
        try manager.createSymbolicLink(atPath: root.path + "/near", withDestinationPath: "../root2/x.txt")
        #expect(try server.raw("GET", "/near").status == 404)
    }

    @Test func aPipeKeepsNobodyWaiting() throws {
        #expect(mkfifo(folder.url.path + "/root/pipe.json", 0o600) == 0)
        #expect(try server.raw("GET", "/pipe.json").status == 404)
    }

    @Test func theFolderHasToBeThere() throws {
        for path in ["/nonexistent/x", folder.url.path + "/secret.txt"] {
            let error = #expect(throws: ServerError.self) { try FolderHost(root: URL(fileURLWithPath: path)) }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test func thePageListsTheFiles() async throws {
        #expect(try await server.get("/api/status").json["files"] == ["/a/b c.json", "/top.txt"])
    }

    // MARK: - The project's own clients

    @Test func theHubsLoaderTakesAConfigurationAndThenThatItIsCurrent() async throws {
        let cache = try TemporaryFolder()
        let remote = try TestServer(folder: Self.published)
        let outcomes = AsyncStream.makeStream(of: ConfigurationReport.self)
        let client = StatusRecorder()
        for round in 1...2 {
            let loader = ConfigurationLoader(
                PublishedConfigurations(
                    from: try ConfigurationSource(baseURL: remote.url("/")),
                    cacheFolder: cache.url
                ),
                client: client,
                observer: { outcomes.continuation.yield($0) }
            )
            loader.load(try AppIdentifier("example-property/launch-EN-example-production"))
            for await report in outcomes.stream where report.isOutcome {
                guard case .loaded(let document, _) = report else {
                    Issue.record("\(report)")
                    break
                }
                #expect(document.values["nielsen.ios"] != nil, "round \(round)")
                break
            }
            loader.stop()
        }
        #expect(client.statuses.withLock { $0 } == [200, 304])
    }

    @Test func theMeasurementSDKStartsFromAServedConfiguration() async throws {
        let remote = try TestServer(folder: Self.published)
        let events = AsyncStream.makeStream(of: Int.self)
        let delegate = Listening { events.continuation.yield($0) }
        var environment = NielsenEnvironment.default
        environment.store = InMemoryKeyValueStore()
        environment.configurationSource = NielsenConfigurationSource(baseURL: try remote.url("/sdk"))
        let api = try NielsenAppApi.make(
            appInfo: ["appid": "P00000000-0000-0000-0000-000000000001"],
            delegate: delegate,
            environment: environment
        )
        for await code in events.stream {
            #expect(code == 2001)
            break
        }
        #expect(api.state == .idle)
    }

    private static let published = PackageFolder.root.appending(path: "RemoteConfig")
}

private final class Listening: NSObject, NielsenAppApiDelegate {
    private let heard: @Sendable (Int) -> Void

    init(_ heard: @escaping @Sendable (Int) -> Void) {
        self.heard = heard
    }

    func nielsenAppApi(_ nielsenAppApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
        if let code = event["eventCode"] as? Int { heard(code) }
    }

    func nielsenAppApi(_ nielsenAppApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        if let code = error["errorCode"] as? Int { heard(code) }
    }
}

/// A client that keeps the statuses of its answers.
private final class StatusRecorder: HTTPClient {
    let statuses = Locked<[Int]>([])
    private let client = SystemHTTPClient()

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        client.send(request) { [statuses] result in
            if case .success(let response) = result { statuses.withLock { $0.append(response.status) } }
            completion(result)
        }
    }
}
