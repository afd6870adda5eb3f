// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules

/// A hub whose rules send signals to servers that answer as a test says, over launches in one folder.
final class SignalBench: Sendable {
    /// Servers at the other end of the wire.
    final class Servers: HTTPClient {
        private let state = Locked<(requests: [HTTPRequest], answer: Result<Int, HTTPError>)>(([], .success(200)))

        /// The requests, in the order in which they came.
        var requests: [HTTPRequest] { state.withLock { $0.requests } }

        /// What is answered from now on.
        func answer(_ answer: Result<Int, HTTPError>) { state.withLock { $0.answer = answer } }

        func send(
            _ request: HTTPRequest,
            completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
        ) -> HTTPTask {
            let answer = state.withLock { state in
                state.requests.append(request)
                return state.answer
            }
            completion(answer.map { HTTPResponse(status: $0, url: request.url) })
            return HTTPTask()
        }
    }

    let test: TestHub
    let servers: Servers
    let signals: HubSignals
    /// What was opened.
    let opened = Recorder<URL>()
    private let lane = DispatchQueue(label: "SignalBench")

    /// Begins a launch.
    ///
    /// - Parameters:
    ///   - hosts: The list `rules.hosts` of the configuration.
    ///   - privacy: The privacy status; nil leaves what is kept.
    ///   - folder: Where the hub keeps what outlives the launch; nil for nowhere.
    ///   - servers: The servers.
    init(
        hosts: JSONValue = ["collector.example"],
        privacy: HubPrivacyStatus? = .optedIn,
        folder: URL? = nil,
        servers: Servers = Servers()
    ) {
        self.servers = servers
        var configuration = ConfigurationOptions(store: InMemoryKeyValueStore(), client: { servers })
        if let folder { configuration.keep(in: folder) }
        test = TestHub(options: HubOptions(configuration: configuration))
        let opened = self.opened
        // Before what an earlier launch has left can be sent.
        test.hub.configuration.update(["rules.hosts": hosts])
        signals = test.hub.rules.sendSignals(on: lane) { url in
            opened.append(url)
            return true
        }
        if let privacy { test.hub.configuration.privacyStatus = privacy }
        test.start()
    }

    /// Puts one rule in force, with one consequence for every event of the type `one`.
    func rule(_ kind: String, _ detail: JSONObject) throws {
        test.hub.rules.replace(
            with: try LaunchRuleSet([
                "rules": [
                    [
                        "condition": [
                            "type": "matcher", "definition": ["key": "~type", "matcher": "eq", "values": ["one"]],
                        ],
                        "consequences": [["id": "c", "type": .string(kind), "detail": .object(detail)]],
                    ]
                ]
            ])
        )
    }

    /// Dispatches an event of the type `one` and waits until everything that follows has been done.
    func trigger(_ data: JSONObject = [:]) throws {
        try test.dispatch("Step", type: "one", source: "com.example.app", data: data)
        settle()
    }

    /// Waits until everything that can be done now has been done.
    func settle() {
        // Each piece of work may ask for one more.
        for _ in 0..<50 { lane.sync {} }
    }

    /// Advances in steps, since what waits for one timer sets the next one on the lane.
    func advance(by duration: Duration) {
        for _ in 0..<24 {
            test.advance(by: duration / 24)
            settle()
        }
    }

    /// The warnings of the rules.
    var warnings: [String] {
        test.log.records.filter { $0.level == .warning && $0.tag == "Rules" }.map(\.message)
    }
}
