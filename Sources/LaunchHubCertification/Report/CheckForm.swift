// SPDX-License-Identifier: Apache-2.0

/// The form in which the results of a check are written.
package enum CheckForm: String, Sendable, Hashable, CaseIterable {
    /// Text for people.
    case text
    /// JSON Lines: findings, cases, and last the verdict.
    case json
    /// The XML of JUnit, which build servers show.
    case junit
    /// SARIF 2.1.0, which code hosts show.
    case sarif
}
