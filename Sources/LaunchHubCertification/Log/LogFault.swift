// SPDX-License-Identifier: Apache-2.0

/// A line of a log that cannot be read.
package struct LogFault: Error, Sendable {
    package let rule: CertificationRule
    /// A description of what is wrong.
    package let message: String
}
