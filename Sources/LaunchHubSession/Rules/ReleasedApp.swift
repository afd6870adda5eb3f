// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
package import LaunchRules

/// An app that was released without a line of measurement, and the rules with which its property measures it.
package enum ReleasedApp {
    /// Reads the rules that the property has published.
    ///
    /// - Returns: The built-in file.
    /// - Throws: `LaunchRuleError`, which the built-in file gives no reason for.
    package static func rules() throws(LaunchRuleError) -> LaunchRuleSet {
        try LaunchRuleSet(json: Data(PackageResources.released_app_rules_json))
    }

    /// The calls of a visit with their times, in seconds: an article, an episode, and other things between them.
    package static let visit: [(second: Int64, call: AppCall)] = {
        let episode = [
            "vid": "HARBOUR-E02", "show": "The Harbour", "ep": "Night Shift", "len": "1500",
            "aired": "2026-03-01T20:00:00",
        ]
        let begin: Int64 = 50
        let watched: Int64 = 185
        let beats = (0..<watched).map { second in
            let sec = ["sec": String(second)]
            return (begin + second, AppCall(.trackAction, "video.beat", episode.merging(sec) { $1 }))
        }
        return [
            (0, AppCall(.trackState, "home")),
            (5, AppCall(.trackState, "article/tides", ["desk": "Sea", "id": "page-tides"])),
            (40, AppCall(.trackAction, "article.share", ["id": "page-tides"])),
            (48, AppCall(.trackAction, "video.open", episode)),
        ] + beats + [
            (begin + watched, AppCall(.trackAction, "video.end", episode)),
            (begin + watched + 5, AppCall(.trackState, "home")),
        ]
    }()

    /// Plays the visit in virtual time, through the static calls of `ACPCore`.
    ///
    /// They belong to the process, so nothing else may use them meanwhile.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the property; rules make the instance from it.
    ///   - rules: The rules of the property.
    /// - Returns: What was called, what rules made of it, and what was measured.
    /// - Throws: `HubError`, which no fresh hub gives a reason for, or `CancellationError` where the task is cancelled.
    package static func play(configuration: JSONObject, rules: LaunchRuleSet) async throws -> ReleasedAppSession {
        let header = SessionHeader(title: "A released app", configuration: configuration)
        let stage = SessionStage(header: header, flow: .api, callee: .staticMethods)
        stage.publish(rules)
        try await stage.start()
        var played = ReleasedAppSession(session: Session(header: header), ruleCount: rules.count)
        let calls = [(second: Int64(0), call: AppCall?.none)] + visit.map { ($0.second, $0.call) }
        for (second, call) in calls {
            let (step, caused) = try await stage.perform(call, time: second * 1000)
            played.add(call, step, caused)
        }
        await stage.shutDown()
        return played
    }
}
