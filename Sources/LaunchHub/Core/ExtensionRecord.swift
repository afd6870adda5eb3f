// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The hub's record of an extension.
final class ExtensionRecord: Sendable {
    enum Phase: Sendable {
        /// The name is known; nothing of the extension runs yet.
        case waiting
        /// The initializer runs or waits for its mailbox; callers may wait for it to end.
        case starting(CompletionLatch)
        /// The extension receives events.
        case ready(any ExtensionCallbacks)
        /// The extension receives nothing more; its last call is to come.
        case ending(any ExtensionCallbacks)
        /// The extension failed, was unregistered, or the hub has been shut down.
        case ended
    }

    /// The version of an extension whose author states none; it says nothing about this package.
    static let unstatedVersion = "1.0.0"

    typealias Maker = @Sendable (HubCore, ExtensionDraft) throws -> any ExtensionCallbacks

    let name: String
    let foldedName: FoldedName
    /// The data of the events that announce its states, ready to be copied into each.
    let announcement: JSONObject
    let version: String
    let mailbox: Mailbox
    /// The mailbox for errors, because the mailbox of the extension may be blocked.
    let errorMailbox: Mailbox
    let make: Maker

    private let phase = Locked(Phase.waiting)
    private let outcome = Locked(Outcome())
    /// The closures to call when the last call has returned; nil once it has.
    private let awaitingEnd = Locked<[@Sendable () -> Void]?>([])

    /// The reason why the extension was left out, and the closure that receives it.
    private struct Outcome {
        var failure: HubError?
        var report: (@Sendable (HubError?) -> Void)?
    }

    init(name: String, version: String, mailbox: Mailbox, errorMailbox: Mailbox, make: @escaping Maker) {
        self.name = name
        foldedName = FoldedName(name)
        announcement = HubCore.announcement(of: foldedName)
        self.version = version
        self.mailbox = mailbox
        self.errorMailbox = errorMailbox
        self.make = make
    }

    /// The extension while it is ready; otherwise nil.
    var instance: (any ExtensionCallbacks)? {
        phase.withLock { phase in
            guard case .ready(let instance) = phase else { return nil }
            return instance
        }
    }

    /// Marks the initializer as requested.
    ///
    /// - Parameter outcome: Expires if the extension is removed before it is ready.
    /// - Returns: False if it was requested before.
    func begin(_ outcome: CompletionLatch) -> Bool {
        phase.withLock { phase in
            guard case .waiting = phase else { return false }
            phase = .starting(outcome)
            return true
        }
    }

    /// Marks the initializer as returned.
    ///
    /// - Returns: False if it is too late, so that the instance must be discarded.
    func complete(with instance: any ExtensionCallbacks) -> Bool {
        phase.withLock { phase in
            guard case .starting = phase else { return false }
            phase = .ready(instance)
            return true
        }
    }

    /// Marks the extension as failed.
    ///
    /// - Returns: False if it was ready or had ended before.
    func fail() -> Bool {
        phase.withLock { phase in
            switch phase {
            case .waiting, .starting:
                phase = .ended
                return true
            case .ready, .ending, .ended:
                return false
            }
        }
    }

    /// Sets the closure to call once, when the extension is ready or was left out.
    func whenMade(_ report: @escaping @Sendable (HubError?) -> Void) {
        outcome.withLock { $0.report = report }
    }

    /// Records why the extension is left out.
    func noteFailure(_ error: HubError) {
        outcome.withLock { $0.failure = error }
    }

    /// Reports that the extension is ready or was left out.
    func reportMade() {
        let (report, failure) = outcome.withLock { ($0.report.take(), $0.failure) }
        let isThere = instance != nil
        report?(isThere ? nil : failure ?? HubError(.notRegistered(name)))
    }

    /// Removes the extension for good.
    ///
    /// - Parameter keepingInstance: Whether it still receives the events already in its mailbox.
    /// - Returns: The phase until now.
    func end(keepingInstance: Bool) -> Phase {
        phase.withLock { phase in
            let before = phase
            switch before {
            case .ready(let instance): if !keepingInstance { phase = .ending(instance) }
            case .waiting, .starting: phase = .ended
            case .ending, .ended: break
            }
            return before
        }
    }

    /// Calls a closure when the last call has returned, at once if it has; it must not call foreign code.
    func whenEnded(_ done: @escaping @Sendable () -> Void) {
        let hasEnded = awaitingEnd.withLock { awaiting in
            awaiting?.append(done)
            return awaiting == nil
        }
        if hasEnded { done() }
    }

    /// Marks the extension as ended: its last call has returned, or it has none.
    func reportEnded() {
        for done in awaitingEnd.withLock({ $0.take() }) ?? [] { done() }
    }

    /// Returns the extension for its last call, once, whoever of several that end it makes that call.
    func takeForLastCall() -> (any ExtensionCallbacks)? {
        phase.withLock { phase in
            switch phase {
            case .ready(let instance), .ending(let instance):
                phase = .ended
                return instance
            case .waiting, .starting, .ended: return nil
            }
        }
    }
}
