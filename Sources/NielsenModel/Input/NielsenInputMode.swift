// SPDX-License-Identifier: Apache-2.0

/// The handling of values that are not strings.
package enum NielsenInputMode: String, Sendable, Hashable, CaseIterable {
    /// A value that is not a string is an error and is left out.
    case strict
    /// Numbers and truth values are turned into strings, with a warning.
    case lenient
}
