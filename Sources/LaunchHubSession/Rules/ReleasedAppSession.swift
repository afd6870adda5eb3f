// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A visit of an app that rules measure: what the app called, and what the rules made of it.
package struct ReleasedAppSession: Sendable {
    /// Equal calls in a row of the summary.
    package struct Row: Sendable, Hashable {
        /// The call as it is written in the app; nil for the start of the hub, which no call of the app is needed for.
        package let call: String?
        /// How often it was made.
        package var count: Int
        /// The event that rules made of it; nil if no rule matches it.
        package let event: String?
    }

    /// What was measured and sent; its steps have no commands.
    package private(set) var session: Session
    /// The number of rules in force.
    package let ruleCount: Int
    /// What was called, in the order of the first calls.
    package private(set) var rows: [Row] = []

    mutating func add(_ call: AppCall?, _ step: SessionStep, _ caused: [SessionCommand]) {
        session.steps.append(step)
        let event = caused.first.map { command in
            let track = command.track.map { [$0.event, $0.lane, $0.asset] } ?? []
            return ([command.name] + track.filter { !$0.isEmpty }).joined(separator: " ")
        }
        if let place = rows.firstIndex(where: { $0.call == call?.text && $0.event == event }) {
            rows[place].count += 1
        } else {
            rows.append(Row(call: call?.text, count: 1, event: event))
        }
    }

    /// The number of calls that the app made.
    package var callCount: Int { rows.lazy.filter { $0.call != nil }.map(\.count).reduce(0, +) }

    /// The visit as a member of a line of JSON: how many rules and calls there were, and what the pings credit.
    package var json: JSONObject {
        let credits = SessionModel(session).credits.map { credit -> JSONValue in
            [
                "product": .string(credit.product), "assetid": .string(credit.assetid), "seconds": .int(credit.seconds),
                "minutes": .int(Int64(credit.minutes)),
            ]
        }
        return [
            "rules": .int(Int64(ruleCount)), "calls": .int(Int64(callCount)), "credits": .array(credits),
        ]
    }
}
