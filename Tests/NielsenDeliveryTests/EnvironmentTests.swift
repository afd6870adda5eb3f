// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LoopbackHTTP
import NielsenAppApi
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EnvironmentTests {
    private static let appInfo = ["appid": "PX"]

    /// A configuration whose pings go to a port of this host.
    private static func configuration(_ port: UInt16, delivery: String = "{}") throws -> NielsenConfiguration {
        let text = """
            {
              "schema": "launch-hub.sdk-configuration", "version": 1,
              "thresholds": {"pendingPingsDelay": 0}, "delivery": \(delivery),
              "products": [
                {"product": "session", "processors": [{"cadence": "session", "template": "gn"}]},
                {"product": "dcrStatic", "types": ["static"],
                 "processors": [{"cadence": "impression", "prefix": "V", "at": "view", "template": "gn"}]}
              ],
              "templates": {"gn": {"url": "http://127.0.0.1:\(port)/gn", "parameters": ["id=|!nol_sessionId!|"]}}
            }
            """
        return try NielsenConfiguration(jsonData: Data(text.utf8))
    }

    @Test func anAppsPingsReachARealCollector() async throws {
        let arrived = Mailbox<LoopbackServer.Request>()
        let server = try LoopbackServer { request, connection in
            connection.respond(204)
            arrived.put(request)
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let environment = NielsenEnvironment.app(
            storage: .folder(folder.url),
            configuration: try Self.configuration(server.port)
        )
        let api = try NielsenAppApi.make(appInfo: Self.appInfo, environment: environment)
        api.loadMetadata(["type": "static", "section": "home"])
        let requests = [try await arrived.next(), try await arrived.next()]
        #expect(requests.allSatisfy { $0.method == "GET" && $0.path.hasPrefix("/gn?id=") })
        let ids = requests.compactMap { $0.headers["idempotency-key"] }
        #expect(Set(ids).count == 2)
        #expect(Set(try folder.names()).isSuperset(of: ["nielsen.json", "pings.sqlite"]))
        environment.delivery?.close()
    }

    @Test func whereNothingCanBeWrittenMeasurementGoesOnInMemory() async throws {
        let clock = ManualClock()
        let hearing = Hearing()
        let collector = StubCollector { _ in .status(200) }
        let environment = NielsenEnvironment.app(
            storage: .folder(URL(fileURLWithPath: "/dev/null/launch-hub")),
            configuration: try Self.configuration(1, delivery: #"{"databasePatience": 0}"#),
            client: collector,
            clock: clock,
            log: .disabled
        )
        let first = try NielsenAppApi.make(appInfo: Self.appInfo, delegate: hearing, environment: environment)
        let second = try NielsenAppApi.make(appInfo: Self.appInfo, environment: environment)
        #expect(first.deviceId == second.deviceId)
        #expect(first.firstPartyId == second.firstPartyId)
        first.userOptOut("nielsenappsdk://1")
        #expect(second.optOutStatus)
        // The identifiers, the database, the choice, and that the identifiers are forgotten with it, each once.
        var codes: [Int] = []
        for _ in 0..<4 { codes.append(try await hearing.codes.next()) }
        #expect(codes.sorted() == [13, 1002, 1002, 1002])
    }

    @Test func aFolderOfOnesOwnIsAsked() throws {
        let folder = try TemporaryFolder()
        let variables = [
            "LAUNCH_HUB_FOLDER": folder.url.path, "LAUNCH_HUB_SDK_CONFIGURATION": "file:///configurations/",
            "XCTestBundlePath": "/x",
        ]
        let environment = NielsenEnvironment.standard(variables: variables, program: "/bin/tests.xctest")
        #expect(environment.delivery != nil)
        #expect(environment.configurationSource?.baseURL.absoluteString == "file:///configurations/")
        try environment.store.set("kept", forKey: "key")
        #expect(try folder.names().contains("nielsen.json"))
        environment.delivery?.close()
    }

    @Test func anEmptyFolderKeepsNothingAndSends() throws {
        let environment = NielsenEnvironment.standard(variables: ["LAUNCH_HUB_FOLDER": ""], program: "/bin/app")
        #expect(environment.delivery != nil)
        #expect(environment.store is InMemoryKeyValueStore)
        #expect(environment.configurationSource == nil)
    }

    @Test(arguments: [
        ([:], "/build/debug/packageTests.xctest"), ([:], "/usr/libexec/swiftpm-testing-helper"), ([:], "/x/xctest"),
        (["XCTestConfigurationFilePath": "/x"], "/Applications/App"),
    ])
    func unitTestsKeepAndSendNothing(variables: [String: String], program: String) {
        let environment = NielsenEnvironment.standard(variables: variables, program: program)
        #expect(environment.pings == nil)
        #expect(environment.store is InMemoryKeyValueStore)
    }

    @Test func thisIsAUnitTest() {
        #expect(NielsenEnvironment.default.pings == nil)
    }
}

/// A delegate whose errors a test waits for.
final class Hearing: NSObject, NielsenAppApiDelegate, Sendable {
    let codes = Mailbox<Int>()

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        codes.put(error["errorCode"] as? Int ?? 0)
    }
}

/// Keeps what is reported and hands it out in order to a test that waits for it.
struct Mailbox<Element: Sendable>: Sendable {
    private let stream: AsyncStream<Element>
    private let continuation: AsyncStream<Element>.Continuation

    struct Ended: Error {}

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func put(_ element: Element) {
        continuation.yield(element)
    }

    func next() async throws -> Element {
        var iterator = stream.makeAsyncIterator()
        guard let element = await iterator.next() else { throw Ended() }
        return element
    }
}

extension TemporaryFolder {
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path)
    }
}
