// SPDX-License-Identifier: Apache-2.0

/// An error of measurement, with a documented code.
///
/// It is thrown if an instance cannot be made, and reported to the delegate in all other cases.
public struct NielsenError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A value of ``LogCode`` (1 to 19) or of ``AppApiErrorCode`` (1001 to 1009).
    public let code: Int
    /// A description of what was wrong, where, and what would be right.
    ///
    /// Programs should use ``code``.
    public let message: String
    /// The key that the error is about, or nil.
    public let key: String?
    /// The name of the violated rule, such as `APPID_EMPTY`, or nil.
    public let rule: String?

    /// Makes an error of measurement.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: A description of what was wrong, where, and what would be right.
    ///   - key: The key that the error is about.
    ///   - rule: The name of the violated rule.
    public init(_ code: LogCode, _ message: String, key: String? = nil, rule: String? = nil) {
        self.code = Int(code.rawValue)
        self.message = message
        self.key = key
        self.rule = rule
    }

    /// Makes an error of an instance as a whole.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: A description of what was wrong, where, and what would be right.
    ///   - key: The key that the error is about.
    ///   - rule: The name of the violated rule.
    public init(_ code: AppApiErrorCode, _ message: String, key: String? = nil, rule: String? = nil) {
        self.code = Int(code.rawValue)
        self.message = message
        self.key = key
        self.rule = rule
    }

    /// What the delegate hears of a broken rule; nil for findings that are no errors, and for rules without a code.
    package init?(_ issue: NielsenValidationIssue) {
        guard issue.severity == .error, let code = issue.code else { return nil }
        self.code = code
        message = issue.message
        key = issue.key
        rule = issue.rule
    }

    /// The code as a ``LogCode``; nil if it is not one.
    public var logCode: LogCode? { UInt32(exactly: code).flatMap(LogCode.init(rawValue:)) }

    /// The code as an ``AppApiErrorCode``; nil if it is not one.
    public var appApiErrorCode: AppApiErrorCode? { UInt32(exactly: code).flatMap(AppApiErrorCode.init(rawValue:)) }

    /// The name of the code in the documented enumerations.
    public var documentedName: String {
        logCode?.documentedName ?? appApiErrorCode?.documentedName ?? "Unknown"
    }

    /// The code, its name and the message.
    public var description: String { "\(code) \(documentedName): \(message)" }
}
