// SPDX-License-Identifier: Apache-2.0

/// The names and numbers of the form of session files.
package enum SessionFormat {
    /// The value of `schema` in the first line.
    package static let schema = "launch-hub-session"
    /// The version that is written.
    package static let version: Int64 = 2
    /// The revision of that version, which grows when kinds of lines are added.
    package static let revision: Int64 = 1
}
