// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
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

    /// Reads a row of `statements.json`.
    private init?(_ row: JSONValue) {
        func text(_ member: String) -> String { row[member]?.stringValue ?? "" }
        guard let source = Source(rawValue: text("source")) else { return nil }
        let severity = Rule.Severity(rawValue: text("severity")) ?? .error
        rule = Rule(text("id"), severity, checks: text("text"), why: text("cost"), cure: text("cure"))
        self.source = source
    }

    /// All statements, in the order of the checklists.
    package static let all: [WireStatement] = {
        let table = (try? JSONValue(jsonData: Data(PackageResources.statements_json))) ?? .null
        return (table.arrayValue ?? []).compactMap(WireStatement.init)
    }()

    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// The stable id.
    package var id: String { rule.name }

    /// Whether a capture and a list together may decide it.
    package var isDecidable: Bool { source != .calls && source != .nothing }

    /// The family: the letters of the id.
    var family: String { String(id.prefix(2)) }
}
