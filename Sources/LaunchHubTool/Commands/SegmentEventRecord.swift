// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import NielsenAppApi
import SegmentNielsenDCR

/// An event with everything that it led to until the next one: a line of JSON.
struct SegmentEventRecord {
    /// The event's name; nil for a value that could not be read.
    let title: String?
    let line: Int
    /// The time since the beginning.
    let time: Duration
    var findings: [Finding] = []
    private var calls: [JSONValue] = []

    init(title: String?, line: Int, time: Duration, findings: [Finding] = []) {
        self.title = title
        self.line = line
        self.time = time
        self.findings = findings
    }

    /// Adds a call.
    mutating func add(_ method: String, _ arguments: [JSONValue], at time: Duration) {
        calls.append(["time": time.jsonSeconds, "method": .string(method), "args": .array(arguments)])
    }

    /// Returns the line.
    ///
    /// - Parameter credit: What was credited since the event before.
    /// - Returns: The line as an object.
    func json(credit: [NielsenCredit]) -> JSONObject {
        [
            "kind": "event", "time": time.jsonSeconds, "line": .int(Int64(line)),
            "event": title.map(JSONValue.string) ?? .null,
            "calls": .array(calls),
            "credit": .array(
                credit.map { credit in
                    [
                        "track": .string(credit.lane.rawValue), "assetid": .string(credit.assetid),
                        "view": .int(Int64(credit.view)), "seconds": .int(Int64(credit.seconds)),
                        "minutes": .int(Int64(credit.creditedMinutes)), "ended": .bool(credit.ended),
                    ]
                }
            ),
            "findings": .array(
                findings.map { finding in
                    [
                        "kind": "finding", "rule": .string(finding.rule),
                        "severity": .string(finding.severity.rawValue),
                        "key": finding.key.map(JSONValue.string) ?? .null, "message": .string(finding.message),
                    ]
                }
            ),
        ]
    }
}

extension Duration {
    /// The time in seconds, whole where it is.
    var jsonSeconds: JSONValue {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        return milliseconds == 0 ? .int(seconds) : .double(Double(seconds) + Double(milliseconds) / 1_000)
    }
}
