// SPDX-License-Identifier: Apache-2.0

extension LaunchRuleError {
    /// Makes the error for a member that the detail of a consequence lacks.
    ///
    /// - Parameters:
    ///   - member: The name of the member.
    ///   - needed: What it has to be, such as "a text".
    /// - Returns: An error with the code `missingMember`.
    public static func missing(_ member: String, needed: String) -> LaunchRuleError {
        LaunchRuleError(.missingMember, "the detail has no \"\(member)\"; \(needed) is needed")
    }

    /// Makes the error for a member of the detail that cannot be used.
    ///
    /// - Parameters:
    ///   - member: The name of the member.
    ///   - reason: What is wrong with it, and what would be right.
    /// - Returns: An error with the code `invalidMember`.
    public static func invalid(_ member: String, _ reason: String) -> LaunchRuleError {
        LaunchRuleError(.invalidMember, "\"\(member)\" of the detail cannot be used: \(reason)")
    }

    /// Makes the error for a consequence that is well-formed and could not be carried out.
    ///
    /// - Parameter reason: What prevented it.
    /// - Returns: An error with the code `failed`.
    public static func failed(_ reason: String) -> LaunchRuleError {
        LaunchRuleError(.failed, reason)
    }
}
