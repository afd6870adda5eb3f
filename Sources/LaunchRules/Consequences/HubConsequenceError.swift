// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The reason why a consequence was not carried out.
public struct HubConsequenceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code of the error.
    public let code: HubErrorCode<HubConsequenceError>
    /// What is wrong, where, and what would be right.
    public let description: String

    init(_ code: HubErrorCode<HubConsequenceError>, _ description: String) {
        self.code = code
        self.description = VisibleText.line(description)
    }

    /// Makes the error for a member that the detail lacks.
    ///
    /// - Parameters:
    ///   - member: The name of the member.
    ///   - needed: What it has to be, such as "a text".
    /// - Returns: An error with the code `missingMember`.
    public static func missing(_ member: String, needed: String) -> HubConsequenceError {
        HubConsequenceError(.missingMember, "the detail has no \"\(member)\"; \(needed) is needed")
    }

    /// Makes the error for a member of the detail that cannot be used.
    ///
    /// - Parameters:
    ///   - member: The name of the member.
    ///   - reason: What is wrong with it, and what would be right.
    /// - Returns: An error with the code `invalidMember`.
    public static func invalid(_ member: String, _ reason: String) -> HubConsequenceError {
        HubConsequenceError(.invalidMember, "\"\(member)\" of the detail cannot be used: \(reason)")
    }

    /// Makes the error for a consequence that is well-formed and could not be carried out.
    ///
    /// - Parameter reason: What prevented it.
    /// - Returns: An error with the code `failed`.
    public static func failed(_ reason: String) -> HubConsequenceError {
        HubConsequenceError(.failed, reason)
    }
}

extension HubErrorCode where Failure == HubConsequenceError {
    /// The detail lacks a member.
    public static var missingMember: Self { Self("missingMember") }
    /// A member of the detail cannot be used.
    public static var invalidMember: Self { Self("invalidMember") }
    /// The configuration does not allow the host, or the scheme.
    public static var hostNotAllowed: Self { Self("hostNotAllowed") }
    /// The user has not agreed to it.
    public static var notPermitted: Self { Self("notPermitted") }
    /// It could not be carried out.
    public static var failed: Self { Self("failed") }
}
