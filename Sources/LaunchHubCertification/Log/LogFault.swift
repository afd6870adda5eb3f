// SPDX-License-Identifier: Apache-2.0

package import NielsenAppApi

/// A line of a log that cannot be read.
package struct LogFault: Error, Sendable {
    package let rule: Rule
    /// A description of what is wrong.
    package let message: String
}
