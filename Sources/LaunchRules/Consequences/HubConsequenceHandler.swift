// SPDX-License-Identifier: Apache-2.0

/// A handler of the consequences of one kind, such as `csp`, `iam` or one of the app's own.
///
/// ```swift
/// struct ProfileHandler: HubConsequenceHandler {
///     let profile: Profile
///
///     func handle(_ consequence: HubConsequence) throws(HubConsequenceError) {
///         let key = try consequence.text("key")
///         switch try consequence.text("operation") {
///         case "write": profile[key] = consequence.detail["value"]
///         case "delete": profile[key] = nil
///         case let other: throw .invalid("operation", "\(other) is unknown; write or delete is needed")
///         }
///     }
/// }
/// hub.rules.handle("csp", with: ProfileHandler(profile: profile))
/// ```
public protocol HubConsequenceHandler: Sendable {
    /// Carries out a consequence.
    ///
    /// Called in a mailbox that belongs to the handler: one call at a time, in the order of the events, with the budget of
    /// a listener.
    ///
    /// - Parameter consequence: What is to be done.
    /// - Throws: ``HubConsequenceError``, which is logged.
    func handle(_ consequence: HubConsequence) throws(HubConsequenceError)
}

/// A handler that is a closure.
struct ConsequenceClosure: HubConsequenceHandler {
    let body: @Sendable (HubConsequence) throws -> Void

    func handle(_ consequence: HubConsequence) throws(HubConsequenceError) {
        do {
            try body(consequence)
        } catch let error as HubConsequenceError {
            throw error
        } catch {
            throw .failed("\(error)")
        }
    }
}
