// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenAppApi

/// The result for one case of a published list.
package struct CheckCase: Sendable, Hashable {
    /// The result of a case, or of a whole check.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        case pass
        case fail
        /// The input does not hold what the case needs.
        case undecidable
    }

    /// The stable name of the case.
    package var id: String
    /// The result.
    package var verdict: Verdict
    /// The reason for the result, as a sentence.
    package var reason: String
    /// A sentence on what has to be played to decide the case; nil if it is decided.
    package var next: String?
    /// The name of the file; nil if there is only one input.
    package var file: String?

    /// How much it matters that a statement about a capture fails.
    package var severity = Rule.Severity.error

    /// The places in the capture, from 0, that show it; at most a hundred.
    package var entries: [Int] = []

    package init(id: String, verdict: Verdict, reason: String, next: String? = nil, file: String? = nil) {
        self.id = id
        self.verdict = verdict
        self.reason = reason
        self.next = next
        self.file = file
    }
}

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
