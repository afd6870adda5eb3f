// SPDX-License-Identifier: Apache-2.0

/// What went wrong in measurement, with a documented code.
///
/// Thrown where an instance cannot be made, and told to the delegate for everything else.
public struct NielsenError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A value of ``LogCode`` (1 to 19) or of ``AppApiErrorCode`` (1001 to 1009).
    public let code: Int
    /// What was wrong, where, and what would be right. Programs look at ``code``.
    public let message: String
    /// The key that the error is about, where it is about one.
    public let key: String?
    /// The name of the rule that was broken, where the rule has one, such as `APPID_EMPTY`.
    public let rule: String?

    /// Makes an error of measurement.
    ///
    /// - Parameters:
    ///   - code: What kind of error it is.
    ///   - message: What was wrong, where, and what would be right.
    ///   - key: The key that it is about.
    ///   - rule: The name of the rule that was broken.
    public init(_ code: LogCode, _ message: String, key: String? = nil, rule: String? = nil) {
        self.code = Int(code.rawValue)
        self.message = message
        self.key = key
        self.rule = rule
    }

    /// Makes an error of an instance as a whole.
    ///
    /// - Parameters:
    ///   - code: What kind of error it is.
    ///   - message: What was wrong, where, and what would be right.
    ///   - key: The key that it is about.
    ///   - rule: The name of the rule that was broken.
    public init(_ code: AppApiErrorCode, _ message: String, key: String? = nil, rule: String? = nil) {
        self.code = Int(code.rawValue)
        self.message = message
        self.key = key
        self.rule = rule
    }

    /// What the delegate hears of a broken rule; nil for findings that are no errors, and for rules without a code.
    init?(_ issue: NielsenValidationIssue) {
        guard issue.severity == .error, let code = issue.code else { return nil }
        self.code = code
        message = issue.message
        key = issue.key
        rule = issue.rule
    }

    /// The code as a ``LogCode``, where it is one.
    public var logCode: LogCode? { UInt32(exactly: code).flatMap(LogCode.init(rawValue:)) }

    /// The code as an ``AppApiErrorCode``, where it is one.
    public var appApiErrorCode: AppApiErrorCode? { UInt32(exactly: code).flatMap(AppApiErrorCode.init(rawValue:)) }

    /// The name of the code in the documented enumerations.
    public var documentedName: String {
        logCode?.documentedName ?? appApiErrorCode?.documentedName ?? "Unknown"
    }

    /// Code, name and message.
    public var description: String { "\(code) \(documentedName): \(message)" }
}
