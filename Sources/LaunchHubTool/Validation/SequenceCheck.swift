// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import NielsenAppApi

/// Checks calls in their order: each input is one call of a log, or a whole sequence of calls.
struct SequenceCheck {
    /// The calls of a log, one an input.
    private var log: Certifier?

    /// Checks an input.
    ///
    /// - Parameters:
    ///   - input: A call, an array of calls, or an object with `calls`.
    ///   - line: The line of the input.
    /// - Returns: What is known to be wrong; of a log the rest comes with the calls that follow.
    mutating func check(_ input: JSONValue, line: Int) -> [Finding] {
        if let calls = input.arrayValue ?? input["calls"]?.arrayValue {
            var certifier = Certifier()
            var found: [Finding] = []
            for (index, call) in calls.enumerated() {
                found += Self.apply(call, line: index + 1, to: &certifier)
            }
            return found + Self.finish(&certifier) { "calls[\($0 - 1)]" }
        }
        var certifier = log ?? Certifier()
        defer { log = certifier }
        let faults = Self.apply(input, line: line, to: &certifier)
        return faults + certifier.removeFindings().map { Self.finding($0) { "line \($0)" } }
    }

    /// Returns what is known at the end of a log.
    mutating func finish() -> [Finding] {
        guard var certifier = log else { return [] }
        log = nil
        return Self.finish(&certifier) { "line \($0)" }
    }

    private static func apply(
        _ value: JSONValue,
        line: Int,
        to certifier: inout Certifier
    ) -> [Finding] {
        guard let object = value.objectValue else {
            let what = "expected {\"t\": 0, \"call\": \"play\", \"args\": [...]}, got \(value.kindDescription)"
            return [Finding(.lineWithoutCall, what)]
        }
        do throws(LogFault) {
            certifier.apply(try CallLogReader.call(object, line: line))
        } catch {
            certifier.report(error, line: line)
        }
        return []
    }

    private static func finish(
        _ certifier: inout Certifier,
        _ place: (Int) -> String
    ) -> [Finding] {
        _ = certifier.finish()
        return certifier.removeFindings().map { finding($0, place) }
    }

    private static func finding(_ finding: Finding, _ place: (Int) -> String) -> Finding {
        // A rule for values says in its message what would be right.
        let isOfValue =
            Rule.named(finding.rule) != nil && Rule.ofCalls.allSatisfy { $0.name != finding.rule }
        var finding = finding
        finding.key = finding.line.map(place)
        if !isOfValue, !finding.cure.isEmpty { finding.message += " " + finding.cure }
        return finding
    }
}
