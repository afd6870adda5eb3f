// SPDX-License-Identifier: Apache-2.0

public import LaunchHub

extension HubRules {
    /// Makes a closure carry out the consequences of a kind, such as `csp`, `iam` or one of the app's own.
    ///
    /// ```swift
    /// hub.rules.handle("csp") { consequence in
    ///     let key = try consequence.text("key")
    ///     switch try consequence.text("operation") {
    ///     case "write": profile[key] = consequence.detail["value"]
    ///     case "delete": profile[key] = nil
    ///     case let other: throw LaunchRuleError.invalid("operation", "\(other) is unknown; write or delete is needed")
    ///     }
    /// }
    /// ```
    ///
    /// The event that carries a consequence is dispatched whether or not there is a handler. Several handlers of one kind
    /// all receive it, each in its own mailbox, so that a slow one delays no other.
    ///
    /// - Parameters:
    ///   - kind: The `type` of the consequences, exactly as in the file of rules.
    ///   - body: Carries out a consequence, in a mailbox of its own: one call at a time, in the order of the events, within
    ///     the budget of a listener. It receives what is caused from now on. What it throws is logged.
    /// - Returns: A token that cancels the registration.
    @discardableResult
    public func handle(_ kind: String, _ body: @escaping @Sendable (HubConsequence) throws -> Void) -> HubToken {
        handle([kind], body)
    }

    /// Makes a closure carry out the consequences of several kinds, in one order.
    @discardableResult
    func handle(
        _ kinds: [String],
        _ body: @escaping @Sendable (HubConsequence) throws -> Void
    ) -> HubToken {
        let log = ConsequenceLog(hub.log)
        let name = "consequences (\(kinds.joined(separator: ", ")))"
        return hub.listen(type: .rulesEngine, source: .responseContent, name: name) { event in
            guard let consequence = HubConsequence(event), kinds.contains(consequence.kind) else { return }
            do {
                try body(consequence)
            } catch let error as LaunchRuleError {
                log.note(error, of: consequence)
            } catch {
                log.note(.failed("\(error)"), of: consequence)
            }
        }
    }
}
