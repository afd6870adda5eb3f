// SPDX-License-Identifier: Apache-2.0

/// A code that says what went wrong, to compare with those that are known.
///
/// Later versions may have codes that do not exist today, so a `switch` over codes has a `default`.
public struct HubErrorCode<Failure: Error>: Sendable, Hashable, CustomStringConvertible {
    /// The name of the code, as it is spelled in code.
    public let description: String

    /// Makes a code.
    ///
    /// - Parameter name: The name of the code.
    package init(_ name: String) {
        description = name
    }
}
