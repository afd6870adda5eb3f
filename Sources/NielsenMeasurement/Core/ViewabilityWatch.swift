// SPDX-License-Identifier: Apache-2.0

/// The schedule on which the shell examines the screen.
package enum ViewabilityWatch: Sendable {
    /// Now, and then no more often than before.
    case once
    /// Now, and then at the interval of the configuration.
    case repeatedly
    /// Never.
    case never
}
