// SPDX-License-Identifier: Apache-2.0

import HubServices
public import LaunchHub

extension HubRules {
    /// Makes a handler carry out the consequences of a kind, such as `csp`, `iam` or one of the app's own.
    ///
    /// The event that carries a consequence is dispatched whether or not there is a handler. Several handlers of one kind
    /// all receive it, each in its own mailbox, so that a slow one delays no other.
    ///
    /// - Parameters:
    ///   - kind: The `type` of the consequences, exactly as in the file of rules.
    ///   - handler: The handler. It receives what is caused from now on.
    /// - Returns: A token that cancels the registration.
    @discardableResult
    public func handle(_ kind: String, with handler: some HubConsequenceHandler) -> HubToken {
        handle([kind], handler.handle)
    }

    /// Makes a closure carry out the consequences of a kind, as ``handle(_:with:)`` does with a handler.
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
    public func handle(_ kind: String, _ body: @escaping @Sendable (HubConsequence) throws -> Void) -> HubToken {
        handle([kind], body)
    }

    /// Makes a closure carry out the consequences of several kinds, in one order.
    @discardableResult
    func handle(_ kinds: [String], _ body: @escaping @Sendable (HubConsequence) throws -> Void) -> HubToken {
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

/// Logs why consequences were not carried out, each reason once, because a rule may fail for every event.
final class ConsequenceLog: Sendable {
    private static let limit = 64

    private let log: HubLog
    private let logged = Locked<Set<String>>([])

    init(_ log: HubLog) {
        self.log = log
    }

    func note(_ error: LaunchRuleError, of consequence: HubConsequence) {
        note("consequence \"\(consequence.id)\" (\(consequence.kind)) is not carried out: \(error)")
    }

    func note(_ text: String) {
        let isNew = logged.withLock { $0.count < Self.limit && $0.insert(text).inserted }
        if isNew { log.warning("Rules", VisibleText.line(text)) }
    }
}
