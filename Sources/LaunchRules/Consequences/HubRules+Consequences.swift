// SPDX-License-Identifier: Apache-2.0

public import LaunchHub

extension HubRules {
    /// Makes a handler carry out the consequences of a kind.
    ///
    /// The event that carries a consequence is dispatched whether or not there is a handler. Several handlers of one kind
    /// all receive it, each in its own mailbox, so that a slow one delays no other.
    ///
    /// - Parameters:
    ///   - kind: The `type` of the consequences, exactly as in the file of rules.
    ///   - handler: The handler. It receives what is caused from now on.
    /// - Returns: A token that cancels the registration.
    @discardableResult
    public func handle(_ kind: String, with handler: some HubConsequenceHandler) -> ListenerToken {
        handle([kind], with: handler)
    }

    /// Makes a handler carry out the consequences of several kinds, in one order.
    @discardableResult
    func handle(_ kinds: [String], with handler: some HubConsequenceHandler) -> ListenerToken {
        let log = ConsequenceLog(hub.log)
        let name = "consequences (\(kinds.joined(separator: ", ")))"
        return hub.listen(type: .rulesEngine, source: .responseContent, name: name) { event in
            guard let consequence = HubConsequence(event), kinds.contains(consequence.kind) else { return }
            do throws(HubConsequenceError) {
                try handler.handle(consequence)
            } catch {
                log.note(error, of: consequence)
            }
        }
    }

    /// Makes a closure carry out the consequences of a kind.
    ///
    /// ```swift
    /// hub.rules.handle("confetti") { consequence in
    ///     stage.rain(try consequence.text("color"))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - kind: The `type` of the consequences, exactly as in the file of rules.
    ///   - body: Carries out a consequence, in a mailbox of its own, within the budget of a listener. What it throws is
    ///     logged.
    /// - Returns: A token that cancels the registration.
    @discardableResult
    public func handle(_ kind: String, _ body: @escaping @Sendable (HubConsequence) throws -> Void) -> ListenerToken {
        handle(kind, with: ConsequenceClosure(body: body))
    }
}
