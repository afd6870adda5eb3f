// SPDX-License-Identifier: Apache-2.0

package import NielsenAppApi

/// A statement of a published checklist that traffic shows to be true or not.
package struct WireStatement: Sendable, Hashable {
    /// What a statement is decided by.
    package enum Source: String, Sendable {
        /// Pings alone.
        case pings
        /// Pings and a list.
        case list
        /// The other requests of a capture, and what is known of each request.
        case capture
        /// The calls of the app.
        case calls
        /// Nothing that a program reads.
        case nothing
    }

    /// What it says, what it costs where it is not true, and what would be right.
    package let rule: Rule
    /// What it is decided by.
    package let source: Source

    init(
        _ id: String,
        _ source: Source,
        as severity: Rule.Severity = .error,
        _ text: String,
        cost: String = "",
        cure: String = ""
    ) {
        rule = Rule(id, severity, checks: text, why: cost, cure: cure)
        self.source = source
    }

    /// The stable id.
    package var id: String { rule.name }

    /// Whether a capture and a list together may decide it.
    package var isDecidable: Bool { source != .calls && source != .nothing }

    /// The family: the letters of the id.
    package var family: Substring { id.prefix(2) }
}
