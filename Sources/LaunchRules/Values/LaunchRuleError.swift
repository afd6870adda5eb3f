// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The reason why a whole file of rules was refused.
public struct LaunchRuleError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code of the error.
    public let code: HubErrorCode<LaunchRuleError>
    /// What is wrong, where, and what would be right.
    public let description: String

    init(_ code: HubErrorCode<LaunchRuleError>, _ description: String) {
        self.code = code
        self.description = VisibleText.line(description)
    }
}

extension HubErrorCode where Failure == LaunchRuleError {
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
    /// A case that is to be played is not one.
    package static var noCase: Self { Self("noCase") }
}
