// SPDX-License-Identifier: Apache-2.0

/// The keys under which the SDK keeps identifiers and the user's choice, for tools that show them.
package enum NielsenKeptKeys {
    /// The user's choice.
    package static let optOut = NielsenIdentity.Key.optOut
    /// The identifiers.
    package static let identifiers = NielsenIdentity.Key.identifiers
}
