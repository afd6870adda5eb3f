// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The results of a check as text for people.
package enum CheckText {
    static func lines(_ finding: Finding, _ style: CheckTextStyle) -> [String] {
        var place: [String] = []
        if let line = finding.line { place.append("line \(line)") }
        if let time = finding.time { place.append(clock(time)) }
        let head = place.isEmpty ? "" : style.dim(place.joined(separator: ", ") + "  ")
        var lines = ["    " + finding.message]
        if let cost = finding.cost { lines.append("    Cost: \(duration(cost)) not measured.") }
        if !finding.why.isEmpty { lines.append("    Why:  " + finding.why) }
        if !finding.cure.isEmpty { lines.append("    Cure: " + finding.cure) }
        // What comes from the input is made visible, and the style is not.
        return ["\(head)\(finding.severity.rawValue) \(style.bold(VisibleText.line(finding.rule)))"]
            + lines.map(VisibleText.line)
    }

    static func lines(_ result: CheckCase, _ style: CheckTextStyle) -> [String] {
        let verdict = result.verdict.rawValue.padded(to: 11)
        let id = result.id.padded(to: 31)
        let isDim = result.verdict == .undecidable
        let next = result.next.map { String(repeating: " ", count: 15) + "Next: \($0)" }
        return ["  \(verdict)  \(id)  \(result.reason)", next].compactMap { $0 }.map(VisibleText.line)
            .map { isDim ? style.dim($0) : $0 }
    }

    static func undecided(_ reason: String, _ ids: [String]) -> String {
        VisibleText.line("  undecidable  \(reason) (\(ids.joined(separator: ", ")))")
    }

    static func line(_ verdict: CheckVerdict, on file: String) -> String {
        VisibleText.line("  \(verdict.total.rawValue.padded(to: 11))  \(file)")
    }

    static func summary(_ results: CheckResults, _ verdict: CheckVerdict, _ style: CheckTextStyle) -> [String] {
        var parts = [counted(results.errors, "error"), counted(results.warnings, "warning")]
        if results.cost > 0 { parts.append("\(duration(results.cost)) not measured") }
        var text = "Verdict: \(verdict.total.rawValue). Rules \(verdict.rules.rawValue): "
        text += parts.joined(separator: ", ") + "."
        if let verdict = verdict.cases {
            let cases = CheckCase.Verdict.allCases.map { "\(results.verdicts[$0] ?? 0) \($0.rawValue)" }
            text += " Cases \(verdict.rawValue): " + cases.joined(separator: ", ") + "."
        }
        let isFirst = results.findings == 0 && results.verdicts.isEmpty
        return (isFirst ? [] : [""]) + [style.bold(text)]
    }

    /// A number with its noun.
    package static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A number of seconds, for people.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, let tenths = Int(exactly: (seconds * 10).rounded()) else { return "very long" }
        if tenths < 600 { return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s" }
        let whole = (tenths + 5) / 10
        let rest = whole % 60
        return rest == 0 ? "\(whole / 60) min" : "\(whole / 60) min \(rest) s"
    }

    /// A place in time as hours, minutes and seconds.
    static func clock(_ seconds: Double) -> String {
        // Times of day are clearer as they stand in the file.
        guard seconds >= 0, seconds < 360_000, let tenths = Int(exactly: (seconds * 10).rounded(.down)) else {
            return "t=\(CheckJSON.number(seconds).jsonText)"
        }
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let whole = tenths / 10
        let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))\(fraction)"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self
    }
}

/// The emphasis of text, which only a terminal shows.
package struct CheckTextStyle: Sendable {
    package var bold: @Sendable (String) -> String
    package var dim: @Sendable (String) -> String

    package init(
        bold: @escaping @Sendable (String) -> String = { $0 },
        dim: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.bold = bold
        self.dim = dim
    }
}
