// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The verdict of a check, from which every form and the exit code are made.
package struct CheckVerdict: Sendable, Hashable {
    /// The verdict on the rules, which fails by an error.
    package let rules: CheckCase.Verdict
    /// The verdict on the cases; nil if none is judged.
    package let cases: CheckCase.Verdict?

    /// Makes a verdict.
    ///
    /// - Parameters:
    ///   - hasErrors: Whether a finding is an error.
    ///   - isUndecidable: Whether the rules could not be judged, such as those of an empty input.
    ///   - cases: The verdicts on the cases.
    package init(hasErrors: Bool, isUndecidable: Bool = false, cases: some Sequence<CheckCase.Verdict> = []) {
        rules = hasErrors ? .fail : isUndecidable ? .undecidable : .pass
        let cases = Set(cases)
        self.cases = [.fail, .pass, .undecidable].first { cases.contains($0) }
    }

    /// The verdict on the whole: it fails if the rules or the cases do.
    package var total: CheckCase.Verdict { cases == .fail ? .fail : rules }

    /// The members of a line of JSON.
    var members: JSONObject {
        var members: JSONObject = ["verdict": .string(total.rawValue), "rules": .string(rules.rawValue)]
        members["cases"] = cases.map { .string($0.rawValue) }
        return members
    }
}
