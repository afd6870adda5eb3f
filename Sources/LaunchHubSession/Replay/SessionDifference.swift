// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenAppApi

/// One difference between a recorded session and the same steps played again.
package struct SessionDifference: Sendable, Hashable, CustomStringConvertible {
    /// The subject of a difference.
    package enum Subject: String, Sendable, Hashable {
        /// The result of a command.
        case result
        /// A measurement record.
        case record
        /// A ping: product, reason, view and credit.
        case ping
        /// A notice of the listener.
        case notice
        /// The number of steps.
        case step
    }

    /// The step, from 1.
    package let step: Int
    /// The step's time, in milliseconds.
    package let time: Int64
    /// The name of the command; empty if only time passed.
    package let name: String
    /// The subject of the difference.
    package let subject: Subject
    /// Which of the step's records or notices, from 1; 0 for its result.
    package let index: Int
    /// The member that differs; empty for the whole.
    package let key: String
    /// The recorded value; nil for nothing.
    package let recorded: JSONValue?
    /// The value of the replay; nil for nothing.
    package let came: JSONValue?

    /// The difference in one line.
    package var description: String {
        let number = index > 0 ? " \(index)" : ""
        let member = key.isEmpty ? "" : ", \(key)"
        let place = "step \(step) at \(TimeText.clock(time))\(name.isEmpty ? "" : " \(name)")"
        return "\(place): \(subject.rawValue)\(number)\(member): recorded \(text(recorded)), replayed \(text(came))"
    }

    private func text(_ value: JSONValue?) -> String { value?.jsonText ?? "nothing" }

    /// The difference as a line of JSON.
    package var json: JSONObject {
        var line: JSONObject = [
            "kind": "finding", "step": .int(Int64(step)), "t": .int(time), "name": .string(name),
            "subject": .string(subject.rawValue), "index": .int(Int64(index)), "key": .string(key),
        ]
        line["recorded"] = recorded
        line["came"] = came
        return line
    }
}

extension SessionDifference {
    /// Compares two sessions step by step.
    ///
    /// - Parameters:
    ///   - recorded: The recorded session.
    ///   - came: The session that resulted from replaying it.
    ///   - isByClock: Whether it was recorded by the clock of a machine, as those without a seed are.
    /// - Returns: The differences, in the order of the steps; empty if there are none.
    package static func between(
        _ recorded: Session,
        _ came: Session,
        isByClock: Bool = false
    ) -> [SessionDifference] {
        let comparison = Comparison(
            comparesPings: recorded.hasPings && came.hasPings,
            isByClock: isByClock,
            cutOff: recorded.isComplete ? nil : recorded.steps.count
        )
        var found = zip(recorded.steps, came.steps).flatMap { comparison.differences($0, $1) }
        let (old, new) = (recorded.steps.count, came.steps.count)
        if old != new {
            found.append(
                SessionDifference(
                    step: min(old, new) + 1,
                    time: min(recorded.duration, came.duration),
                    name: "",
                    subject: .step,
                    index: 0,
                    key: "count",
                    recorded: .int(Int64(old)),
                    came: .int(Int64(new))
                )
            )
        }
        return found
    }
}

extension SessionDifference {
    /// How the steps of two sessions are compared.
    struct Comparison {
        /// Whether both sessions have pings.
        let comparesPings: Bool
        /// Whether it was recorded by the clock of a machine, as those without a seed are: times are compared to a second,
        /// and neither values made by chance nor notices of delivery are compared.
        let isByClock: Bool
        /// The last step of a recording that is cut off; nil for one that is complete.
        let cutOff: Int?

        /// Compares the results of a step.
        func differences(_ old: SessionStep, _ new: SessionStep) -> [SessionDifference] {
            // Nearly every step is equal, and comparing whole ones is quick.
            let hasSamePings = !comparesPings || old.pings == new.pings
            if hasSamePings, old.result == new.result, old.records == new.records, old.notices == new.notices {
                return []
            }
            var comparison = StepComparison(step: old, isByClock: isByClock)
            // An app may have made its instance before it attached the recorder.
            let isMade = isByClock && (old.call?.name == "appInfo" || old.makesInstance)
            comparison.mayLack = old.number == cutOff || isMade
            comparison.compare(.result, old.result.map { [$0] } ?? [], new.result.map { [$0] } ?? [])
            comparison.compare(.record, old.records, new.records)
            if comparesPings {
                // What an address says of the device and of this version is not the session's.
                comparison.compare(.ping, old.pings, new.pings, ignoring: ["url", "body", "id"])
            }
            comparison.compare(.notice, old.notices.filter(isCompared), new.notices.filter(isCompared))
            return comparison.found
        }

        /// What becomes of requests and files is the machine's, and no replay has either.
        private func isCompared(_ notice: JSONObject) -> Bool {
            !isByClock || !Self.deliveryCodes.contains(notice["code"]?.intValue ?? 0)
        }

        private static let deliveryCodes = Set(
            [
                LogCode.failedCreateRequest, .failedSendHttpRequest, .failedSendPing, .failedSendTSV,
                .failedSendStationRequest, .failedAccessDatabase, .exception,
            ]
            .map { Int64($0.rawValue) }
                + [
                    AppApiErrorCode.networkConnectionFailure, .fileWriteFailure, .fileReadFailure,
                    .anExceptionOccured, .unknownExceptionOccured,
                ]
                .map { Int64($0.rawValue) }
        )
    }
}

/// Compares the results of one step.
private struct StepComparison {
    private static let madeByChance: Set<String> = ["session", "demographic_id", "stream"]
    /// The members that are times, with the milliseconds of their unit.
    private static let times = ["time": 1.0, "created": 1, "timestamp": 1_000]

    let step: SessionStep
    let isByClock: Bool
    /// Whether what is missing in the recording may have come all the same, as in the last step of one that is cut off.
    var mayLack = false
    var found: [SessionDifference] = []

    /// Whether two values are equal, or two times no more than the second apart that credit counts: time passes between a
    /// call and what is measured in it.
    private func areSame(_ key: String, _ old: JSONValue?, _ new: JSONValue?) -> Bool {
        if old == new { return true }
        guard isByClock, let unit = Self.times[key], let old = old?.doubleValue, let new = new?.doubleValue else {
            return false
        }
        return (old - new).magnitude * unit <= 1_000
    }

    mutating func compare(
        _ subject: SessionDifference.Subject,
        _ recorded: [JSONObject],
        _ came: [JSONObject],
        ignoring others: Set<String> = []
    ) {
        for place in 0..<max(recorded.count, came.count) {
            let old = recorded.indices.contains(place) ? recorded[place] : nil
            let new = came.indices.contains(place) ? came[place] : nil
            let index = subject == .result ? 0 : place + 1
            if old == nil, mayLack { continue }
            guard let old, let new else {
                report(subject, index, "", old.map(JSONValue.object), new.map(JSONValue.object))
                continue
            }
            let ignored = isByClock ? others.union(Self.madeByChance) : others
            let keys = Set(old.keys + new.keys).subtracting(ignored).sorted()
            for key in keys where !areSame(key, old[key], new[key]) {
                report(subject, index, key, old[key], new[key])
            }
        }
    }

    private mutating func report(
        _ subject: SessionDifference.Subject,
        _ index: Int,
        _ key: String,
        _ recorded: JSONValue?,
        _ came: JSONValue?
    ) {
        found.append(
            SessionDifference(
                step: step.number,
                time: step.time,
                name: step.command?.name ?? "",
                subject: subject,
                index: index,
                key: key,
                recorded: recorded,
                came: came
            )
        )
    }
}
