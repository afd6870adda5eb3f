// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchRules

/// Rules and a history.
enum RulesOfAHub {
    static func use(_ hub: EventHub, _ rules: LaunchRuleSet) async throws -> Int {
        hub.rules.followConfiguration(holdsEvents: .seconds(2))
        hub.rules.add(rules, as: "more")
        hub.rules.handle("confetti") { consequence in print(try consequence.text("color")) }
        let history = HubEventHistory(file: nil)
        hub.applyPrivacy(to: history)
        hub.rules.use(history)
        return try await history.getHistoricalEvents([HubHistoryRequest(mask: ["action": "start"])])[0].count
    }
}
