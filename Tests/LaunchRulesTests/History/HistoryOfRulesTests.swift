// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import TestSupport
import Testing

/// Rules of a hub that ask and write a history over launches.
struct HistoryOfRulesTests {
    private static let source: EventSource = "com.example.app"

    /// Greets a page that was never seen, and remembers each page once.
    private static func rules() throws -> LaunchRuleSet {
        let isPage: JSONValue = [
            "type": "matcher", "definition": ["key": "~type", "matcher": "eq", "values": ["com.example.page"]],
        ]
        let isNew: JSONValue = [
            "type": "historical", "definition": ["matcher": "eq", "value": 0, "events": [["page": "12"]]],
        ]
        return try LaunchRuleSet([
            "version": 1,
            "rules": [
                [
                    "condition": ["type": "group", "definition": ["logic": "and", "conditions": [isPage, isNew]]],
                    "consequences": [
                        [
                            "id": "greeting", "type": "dispatch",
                            "detail": [
                                "name": "New", "type": "com.example.new", "source": "com.example.app",
                                "eventdataaction": "copy",
                            ],
                        ]
                    ],
                ],
                [
                    "condition": isPage,
                    "consequences": [
                        [
                            "id": "seen", "type": "schema",
                            "detail": [
                                "id": "seen", "schema": "https://ns.adobe.com/personalization/eventHistoryOperation",
                                "data": ["operation": "insertIfNotExists", "content": ["page": "{%id%}"]],
                            ],
                        ]
                    ],
                ],
            ],
        ])
    }

    /// One launch: two visits of a page, and how many events said that it was new.
    private static func launch(_ bench: HistoryBench, optsOut: Bool = false) throws -> Int {
        let test = TestHub()
        let greetings = Locked(0)
        test.hub.listen(type: "com.example.new", source: .wildcard) { _ in greetings.withLock { $0 += 1 } }
        test.hub.rules.use(bench.history)
        test.hub.rules.replace(with: try rules())
        let following = test.hub.applyPrivacy(to: bench.history)
        test.start()
        for _ in 0..<2 {
            test.hub.dispatch(try Event(name: "Page", type: "com.example.page", source: source, data: ["id": "12"]))
            test.run()
        }
        if optsOut { bench.history.setPrivacyStatus(.optedOut) }
        following.cancel()
        bench.history.close()
        return greetings.withLock { $0 }
    }

    @Test func whatARuleRecordsIsKnownToTheNextLaunch() throws {
        let folder = try TemporaryFolder()
        #expect(try Self.launch(HistoryBench(folder.history)) == 1)
        #expect(try Self.launch(HistoryBench(folder.history)) == 0)
        let last = HistoryBench(folder.history)
        last.history.watch([], all: true)
        #expect(last.history.summary.count == 1)
    }

    @Test func whatARuleRecordedIsForgottenWithTheUsersChoice() throws {
        let folder = try TemporaryFolder()
        #expect(try Self.launch(HistoryBench(folder.history), optsOut: true) == 1)
        #expect(try Self.launch(HistoryBench(folder.history)) == 1)
    }
}
