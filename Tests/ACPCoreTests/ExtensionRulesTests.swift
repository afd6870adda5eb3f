// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// Published rules that use what the extensions know.
@Suite struct ExtensionRulesTests {
    private let options = HubOptions()

    /// A rule that reports the first launch of an app, and one that adds the visitor to what a user does from the second
    /// launch on.
    private static let rules = """
        {"version": 1, "rules": [
          {"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
            {"type": "matcher", "definition": {"key": "~type", "matcher": "eq", "values": ["com.adobe.eventType.lifecycle"]}},
            {"type": "matcher", "definition": {"key": "lifecyclecontextdata.installevent", "matcher": "ex"}}]}},
           "consequences": [{"id": "welcome", "type": "dispatch", "detail": {
             "type": "com.example.welcome", "source": "com.example.rules", "eventdataaction": "new",
             "eventdata": {"day": "{%lifecyclecontextdata.installdate%}"}}}]},
          {"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
            {"type": "matcher", "definition": {"key": "action", "matcher": "eq", "values": ["buy"]}},
            {"type": "matcher", "definition": {
              "key": "~state.com.adobe.module.lifecycle/lifecyclecontextdata.launches", "matcher": "ge", "values": [2]}}]}},
           "consequences": [{"id": "visitor", "type": "add", "detail": {
             "eventdata": {"visitor": "{%~state.com.adobe.module.identity/mid%}"}}}]}
        ]}
        """

    @Test func sessionsAndVisitorsAreFactsForRules() throws {
        for launch in 0..<2 {
            let app = try AppLaunch(options, at: Double(launch) * 1_000)
            let welcomes = app.test.listener(type: "com.example.welcome")
            let purchases = app.test.listener(type: "com.example.shop")
            app.test.hub.rules.replace(with: try LaunchRuleSet(json: Data(Self.rules.utf8)))
            try app.start()
            try app.test.dispatch("Buy", type: "com.example.shop", source: "app", data: ["action": "buy"])
            try app.pause()
            #expect(welcomes.data == (launch == 0 ? [["day": "11/14/2023"]] : []))
            let visitor = try #require(app.identity?["mid"])
            #expect(purchases.data.map { $0["visitor"] } == [launch == 0 ? JSONValue?.none : visitor])
        }
    }
}
