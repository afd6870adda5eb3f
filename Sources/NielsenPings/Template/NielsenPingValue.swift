// SPDX-License-Identifier: Apache-2.0

/// The value of a name in a template.
package enum NielsenPingValue: Sendable, Hashable {
    /// No value: nothing is written.
    case none
    /// Text; empty text counts as no value.
    case text(String)
    /// A whole number.
    case integer(Int64)

    /// The value as text.
    package var text: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .integer(let value): String(value)
        }
    }
}
