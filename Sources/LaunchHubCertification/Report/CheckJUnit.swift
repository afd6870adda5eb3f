// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The results of a check as the XML of JUnit.
///
/// Each published case and each finding is a test case; errors and failed cases are failures, and what cannot be decided
/// is skipped.
enum CheckJUnit {
    static func lines(_ results: CheckResults, command: String) -> [String] {
        let errors = results.kept.count { $0.severity == .error }
        let failed = results.cases.count { $0.verdict == .fail }
        let skipped = results.cases.count { $0.verdict == .undecidable }
        let count = results.kept.count + results.cases.count
        let counts = "tests=\"\(count)\" failures=\"\(errors + failed)\" errors=\"0\" skipped=\"\(skipped)\""
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"launchhub \(escaped(command))\" \(counts)>",
            "  <testsuite name=\"launchhub \(escaped(command))\" \(counts)>",
        ]
        for result in results.cases { lines += testCase(result, command) }
        for finding in results.kept { lines += testCase(finding, command) }
        if results.leftOut > 0 {
            lines.append("    <system-out>\(results.leftOut) more findings left out</system-out>")
        }
        return lines + ["  </testsuite>", "</testsuites>"]
    }

    private static func testCase(_ result: CheckCase, _ command: String) -> [String] {
        let group = escaped("\(command).cases" + (result.file.map { " " + $0 } ?? ""))
        let open = "    <testcase classname=\"\(group)\" name=\"\(escaped(result.id))\""
        let reason = escaped(
            [result.reason, result.next.map { "Next: \($0)" }].compactMap { $0 }.joined(separator: " ")
        )
        switch result.verdict {
        case .pass: return [open + "/>"]
        case .fail: return [open + "><failure message=\"\(reason)\">\(reason)</failure></testcase>"]
        case .undecidable: return [open + "><skipped message=\"\(reason)\"/></testcase>"]
        }
    }

    private static func testCase(_ finding: Finding, _ command: String) -> [String] {
        let place = [finding.file, finding.line.map { "line \($0)" }].compactMap { $0 }.joined(separator: ", ")
        let name = escaped(place.isEmpty ? finding.rule : "\(finding.rule) (\(place))")
        let open = "    <testcase classname=\"\(escaped(command)).findings\" name=\"\(name)\">"
        let text = escaped(finding.messageWithCure)
        let body =
            finding.severity == .error
            ? "<failure type=\"\(escaped(finding.rule))\" message=\"\(escaped(finding.message))\">\(text)</failure>"
            : "<system-out>\(finding.severity.rawValue): \(text)</system-out>"
        return [open + body + "</testcase>"]
    }

    /// Returns text for XML 1.0, which cannot hold control characters at all.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += " "
            default:
                let isAllowed = scalar.value >= 0x20 && scalar.value != 0xfffe && scalar.value != 0xffff
                result.unicodeScalars.append(isAllowed ? scalar : "\u{fffd}")
            }
        }
        return result
    }
}
