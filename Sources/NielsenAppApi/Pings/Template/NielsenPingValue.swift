// SPDX-License-Identifier: Apache-2.0

/// The value of a template's name.
public enum NielsenPingValue: Sendable, Hashable {
    /// None: nothing is written.
    case none
    /// Text; the empty one counts as none.
    case text(String)
    /// A whole number.
    case integer(Int64)

    /// The value as text.
    public var text: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .integer(let value): String(value)
        }
    }
}
