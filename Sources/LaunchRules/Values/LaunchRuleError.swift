// SPDX-License-Identifier: Apache-2.0

public import HubServices
import HubStorage

/// The reason why a whole file of rules was refused, a consequence was not carried out, or the event history could not do
/// something.
public struct LaunchRuleError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code of the error.
    public let code: HubErrorCode<LaunchRuleError>
    /// A description of what is wrong, where, and what would be right.
    public let description: String

    init(_ code: HubErrorCode<LaunchRuleError>, _ description: String) {
        self.code = code
        self.description = VisibleText.line(description)
    }
}

extension HubErrorCode where Failure == LaunchRuleError {
    // MARK: Files of rules

    /// The text is not JSON.
    public static var notJSON: Self { Self("notJSON") }
    /// The file has more bytes or rules than are read.
    public static var tooLarge: Self { Self("tooLarge") }
    /// The file has no list of rules.
    public static var noRules: Self { Self("noRules") }
    /// The ZIP archive is damaged, or of a form that is not read.
    public static var badArchive: Self { Self("badArchive") }
    /// The ZIP archive has an entry whose name could lead out of it.
    public static var unsafeArchive: Self { Self("unsafeArchive") }
    /// The ZIP archive has no `rules.json` at its root.
    public static var noRulesFile: Self { Self("noRulesFile") }
    /// The address is not one that rules are fetched from.
    public static var invalidAddress: Self { Self("invalidAddress") }
    /// The file cannot be read.
    public static var unreadableFile: Self { Self("unreadableFile") }
    /// The server responded with a status other than success.
    public static var httpStatus: Self { Self("httpStatus") }
    /// There is no complete response.
    public static var network: Self { Self("network") }
    /// The input is not a case that can be played.
    package static var noCase: Self { Self("noCase") }

    // MARK: Consequences

    /// The detail of a consequence lacks a member.
    public static var missingMember: Self { Self("missingMember") }
    /// A member of the detail of a consequence cannot be used.
    public static var invalidMember: Self { Self("invalidMember") }
    /// The configuration does not allow the host, or the scheme, that a consequence names.
    public static var hostNotAllowed: Self { Self("hostNotAllowed") }
    /// The user has not agreed to what a consequence asks for.
    public static var notPermitted: Self { Self("notPermitted") }
    /// A consequence could not be carried out.
    public static var failed: Self { Self("failed") }

    // MARK: The event history

    /// The user opted out, so nothing is recorded.
    public static var optedOut: Self { Self("optedOut") }
    /// The event history was closed.
    public static var closed: Self { Self("closed") }
    /// The data has no leaf with a text.
    public static var nothingToRecord: Self { Self("nothingToRecord") }
    /// A request asks for data without a leaf.
    public static var emptyRequest: Self { Self("emptyRequest") }
    /// The file of the event history does not work.
    public static var storageFailed: Self { Self("storageFailed") }
}

extension LaunchRuleError {
    /// The user opted out.
    package static let userOptedOut = LaunchRuleError(
        .optedOut,
        "the user opted out, so nothing is recorded; record again once the privacy status allows it"
    )

    /// The history was closed.
    package static let historyClosed = LaunchRuleError(
        .closed,
        "the event history is closed; make a new one on the same file"
    )

    /// The data has no leaf with a text.
    package static let noContent = LaunchRuleError(
        .nothingToRecord,
        "there is nothing to record: the data has no value besides null and empty text, or the mask names none"
    )

    /// A request asks for data without a leaf.
    package static func noContent(ofRequest place: Int) -> LaunchRuleError {
        LaunchRuleError(
            .emptyRequest,
            "request \(place) asks for nothing: its mask has no value besides null and empty text"
        )
    }

    /// The file of the history does not work.
    static func historyFailed(_ error: SQLiteError) -> LaunchRuleError {
        LaunchRuleError(
            .storageFailed,
            "the event history cannot be stored; it is kept in memory and written when the file works again: \(error)"
        )
    }
}

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
