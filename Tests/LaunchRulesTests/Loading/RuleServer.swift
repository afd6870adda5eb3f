// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import TestSupport

/// The server of a property: it has a configuration and files of rules, and answers at once or when a test says so.
final class RuleServer: HTTPClient {
    struct File {
        var status = 200
        var headers = HTTPHeaders()
        var body = Data()
    }

    private struct State {
        var files: [String: File] = [:]
        var requests: [HTTPRequest] = []
        var holdsBack: Set<String> = []
        var held: [(path: String, answer: @Sendable () -> Void)] = []
        var isDown = false
    }

    private let state = Locked(State())

    /// Every request for a path.
    func requests(for path: String) -> [HTTPRequest] {
        state.withLock { $0.requests.filter { $0.url.path == path } }
    }

    var count: Int { state.withLock { $0.requests.count } }

    /// Whether nobody is reached.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    func publish(_ path: String, _ body: Data, etag: String? = nil, status: Int = 200) {
        var headers = HTTPHeaders()
        headers["ETag"] = etag
        state.withLock { $0.files[path] = File(status: status, headers: headers, body: body) }
    }

    func publish(_ path: String, _ object: JSONObject, etag: String? = nil) {
        publish(path, Data(object.jsonText.utf8), etag: etag)
    }

    /// Answers no request for a path before ``answer(_:)``.
    func holdBack(_ path: String) {
        state.withLock { _ = $0.holdsBack.insert(path) }
    }

    /// Answers the requests for a path that were held back, with what is published now.
    func answer(_ path: String) {
        let answers = state.withLock { state in
            state.holdsBack.remove(path)
            defer { state.held.removeAll { $0.path == path } }
            return state.held.filter { $0.path == path }.map(\.answer)
        }
        for answer in answers { answer() }
    }

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        let path = request.url.path
        let isHeld = state.withLock { state in
            state.requests.append(request)
            guard state.holdsBack.contains(path) else { return false }
            state.held.append((path, { [self] in completion(result(of: request)) }))
            return true
        }
        if !isHeld { completion(result(of: request)) }
        return HTTPTask()
    }

    private func result(of request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        let (file, isDown) = state.withLock { ($0.files[request.url.path], $0.isDown) }
        if isDown { return .failure(.connection("nobody is there")) }
        guard let file else { return .success(HTTPResponse(status: 404, url: request.url)) }
        if let etag = file.headers["ETag"], request.headers["If-None-Match"] == etag {
            return .success(HTTPResponse(status: 304, headers: file.headers, url: request.url))
        }
        return .success(HTTPResponse(status: file.status, headers: file.headers, body: file.body, url: request.url))
    }
}

/// One launch of an app whose property publishes rules.
struct RuleLaunch {
    static let rulesPath = "/base/p/rules.zip"
    static let configurationPath = "/base/p/app.json"

    let server: RuleServer
    let test: TestHub
    let ear: RecordingListener
    var hub: EventHub { test.hub }

    /// Makes a hub that follows its configuration; what is kept in the folder outlives the launch.
    init(
        _ server: RuleServer,
        _ folder: URL? = nil,
        base: String = "https://p.example/base",
        bundledFile: URL? = nil,
        holdsEvents: Duration? = nil
    ) throws {
        self.server = server
        let source = try ConfigurationSource(baseURL: URL(string: base) ?? URL(filePath: "/"))
        var configuration = ConfigurationOptions(source: source, store: InMemoryKeyValueStore(), client: { server })
        if let folder { configuration.keep(in: folder) }
        test = TestHub(options: HubOptions(configuration: configuration))
        test.hub.rules.followConfiguration(bundledFile: bundledFile, holdsEvents: holdsEvents)
        ear = test.listener()
    }

    /// Starts the hub, with an app id as on a first launch.
    func start(configures: Bool = true) {
        if configures { hub.configuration.configure(withAppID: "p/app") }
        test.start()
        test.run()
    }

    /// The published state of the rules.
    var report: JSONObject { hub.state(of: HubRules.stateName).values ?? [:] }

    func dispatch(_ type: EventType, _ data: JSONObject = [:]) throws {
        try test.dispatch("Step", type: type, source: "com.example.app", data: data)
    }

    /// What listeners have received, without what the hub says of itself.
    var heard: [String] {
        ear.events.filter { $0.type != .hub && $0.type != .configuration }.map { "\($0.name) \($0.data.jsonText)" }
    }
}

/// Files of rules for tests.
enum RuleFiles {
    /// A rule for events of a type.
    static func rule(_ type: String, _ consequences: JSONValue...) -> JSONValue {
        [
            "condition": [
                "type": "matcher", "definition": ["key": "~type", "matcher": "eq", "values": [.string(type)]],
            ],
            "consequences": .array(consequences),
        ]
    }

    static func file(_ rules: JSONValue...) -> JSONObject { ["version": 1, "rules": .array(rules)] }

    static func dispatch(_ name: String, _ data: JSONObject = [:]) -> JSONValue {
        [
            "id": .string(name), "type": "dispatch",
            "detail": [
                "name": .string(name), "type": "com.example.made", "source": "com.example.app",
                "eventdataaction": "new", "eventdata": .object(data),
            ],
        ]
    }

    static func add(_ data: JSONObject) -> JSONValue {
        ["id": "a", "type": "add", "detail": ["eventdata": .object(data)]]
    }

    /// An archive with a file of rules.
    static func archive(_ file: JSONObject) -> Data { ZIPWriter(file.jsonText).data }

    /// Every event of the type "one" causes another one, and gets a member if it is not too late for that.
    static func echo(_ mark: String) -> JSONObject {
        file(rule("one", add(["by": .string(mark)]), dispatch("Made", ["by": .string(mark), "n": "{%n%}"])))
    }
}
