// SPDX-License-Identifier: Apache-2.0

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

    package init(id: String, verdict: Verdict, reason: String, next: String? = nil, file: String? = nil) {
        self.id = id
        self.verdict = verdict
        self.reason = reason
        self.next = next
        self.file = file
    }
}
