// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
import Foundation
package import HubServices
import LaunchHub
package import LaunchRules
import NielsenAppSDKExtension

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
    static let visit: [(second: Int64, call: AppCall)] = {
        let episode = [
            "vid": "HARBOUR-E02", "show": "The Harbour", "ep": "Night Shift", "len": "1500",
            "aired": "2026-03-01T20:00:00",
        ]
        let begin: Int64 = 50
        let watched: Int64 = 185
        let beats = (0..<watched).map { second in
            let sec = ["sec": String(second)]
            return (begin + second, AppCall.trackAction("video.beat", episode.merging(sec) { $1 }))
        }
        return [
            (0, AppCall.trackState("home")),
            (5, AppCall.trackState("article/tides", ["desk": "Sea", "id": "page-tides"])),
            (40, AppCall.trackAction("article.share", ["id": "page-tides"])),
            (48, AppCall.trackAction("video.open", episode)),
        ] + beats + [
            (begin + watched, AppCall.trackAction("video.end", episode)),
            (begin + watched + 5, AppCall.trackState("home")),
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

extension SessionStage {
    /// Puts the rules of a property in force.
    ///
    /// - Parameter rules: The rules; call it before ``start()`` so that they apply to everything.
    func publish(_ rules: LaunchRuleSet) {
        hub.rules.add(rules, as: "property")
        hub.listen(
            type: NielsenInstanceEvent.type,
            source: NielsenInstanceEvent.source,
            name: "caused events"
        ) { [caused] event in
            guard event.requestKey == nil else { return }
            caused.withLock { $0.append(SessionCommand(event.name, event.data)) }
        }
    }

    /// Lets time pass, has an app make a call, and waits until all that results from it is done.
    ///
    /// - Parameters:
    ///   - call: The call; nil only waits.
    ///   - time: Milliseconds since the session began.
    /// - Returns: The step with its records, pings and notices, and the events to the extension that rules caused.
    /// - Throws: `CancellationError` where the task is cancelled.
    func perform(_ call: AppCall?, time: Int64) async throws -> (step: SessionStep, caused: [SessionCommand]) {
        clock.advance(to: .zero + .milliseconds(time))
        call?.make()
        await hub.idle
        return (try await perform(SessionRunner.Planned(time: time)), caused.removeAll())
    }
}

/// A call of an app that knows nothing of measurement: one of the two documented calls that report what a user does.
enum AppCall: Sendable, Hashable {
    /// `ACPCore.trackAction(_:data:)`, with the name of the action and the context data.
    case trackAction(String, [String: String] = [:])
    /// `ACPCore.trackState(_:data:)`, with the name of the screen and the context data.
    case trackState(String, [String: String] = [:])

    /// Makes the call, as an app makes it.
    func make() {
        switch self {
        case .trackAction(let name, let context): ACPCore.trackAction(name, data: context)
        case .trackState(let name, let context): ACPCore.trackState(name, data: context)
        }
    }

    /// The call as it is written in the app, without its data.
    var text: String {
        switch self {
        case .trackAction(let name, _): "trackAction(\"\(name)\")"
        case .trackState(let name, _): "trackState(\"\(name)\")"
        }
    }
}
