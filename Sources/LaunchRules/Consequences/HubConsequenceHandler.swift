// SPDX-License-Identifier: Apache-2.0

/// A handler of the consequences of one kind, such as `csp`, `iam` or one of the app's own.
///
/// ```swift
/// struct ProfileHandler: HubConsequenceHandler {
///     let profile: Profile
///
///     func handle(_ consequence: HubConsequence) throws {
///         let key = try consequence.text("key")
///         switch try consequence.text("operation") {
///         case "write": profile[key] = consequence.detail["value"]
///         case "delete": profile[key] = nil
///         case let other: throw LaunchRuleError.invalid("operation", "\(other) is unknown; write or delete is needed")
///         }
///     }
/// }
/// hub.rules.handle("csp", with: ProfileHandler(profile: profile))
/// ```
public protocol HubConsequenceHandler: Sendable {
    /// Carries out a consequence.
    ///
    /// Called in a mailbox that belongs to the handler: one call at a time, in the order of the events, within the budget of
    /// a listener.
    ///
    /// - Parameter consequence: The consequence.
    /// - Throws: A ``LaunchRuleError`` or any other error, which is logged with the consequence.
    func handle(_ consequence: HubConsequence) throws
}
