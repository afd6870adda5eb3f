// SPDX-License-Identifier: Apache-2.0

/// A finding about input: either an error that the delegate hears, or a warning for the log.
package enum NielsenIssue: Error, Sendable, Hashable, CustomStringConvertible {
    case error(NielsenError)
    case warning(key: String?, rule: String?, String)
    /// A rule that is broken. It is an error where the rule has a code, and put into words when it is told.
    case finding(NielsenValidationIssue)

    /// Something that was found: an error where the delegate hears of it.
    init(_ finding: NielsenValidationIssue) {
        self = NielsenError(finding).map(NielsenIssue.error) ?? .finding(finding)
    }

    package var description: String {
        switch self {
        case .error(let error): error.description
        case .warning(_, let rule, let message): rule.map { "\($0): \(message)" } ?? message
        case .finding(let issue): issue.description
        }
    }
}
