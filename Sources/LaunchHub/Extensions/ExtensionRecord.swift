// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What the hub keeps of an extension.
final class ExtensionRecord: Sendable {
    enum Phase: Sendable {
        /// Known by name; nothing of it runs yet.
        case waiting
        /// Its initializer runs, or waits for its lane; somebody may wait for the end of that.
        case starting(Countdown)
        /// It hears events.
        case ready(any ExtensionCallbacks)
        /// It failed, was unregistered, or the hub has been shut down.
        case ended
    }

    typealias Maker = @Sendable (ExtensionRuntime) throws -> any ExtensionCallbacks

    let name: String
    let foldedName: FoldedName
    let version: String
    let lane: Lane
    /// Where the extension is told of errors, because its lane may be held up.
    let errorLane: Lane
    let make: Maker

    private let phase = Locked(Phase.waiting)
    private let outcome = Locked(Outcome())

    /// Why the extension was left out, and who wants to know when that is certain.
    private struct Outcome {
        var failure: HubError?
        var report: (@Sendable (HubError?) -> Void)?
    }

    init(name: String, version: String, lane: Lane, errorLane: Lane, make: @escaping Maker) {
        self.name = name
        foldedName = FoldedName(name)
        self.version = version
        self.lane = lane
        self.errorLane = errorLane
        self.make = make
    }

    /// The extension, while it is ready.
    var instance: (any ExtensionCallbacks)? {
        phase.withLock { phase in
            guard case .ready(let instance) = phase else { return nil }
            return instance
        }
    }

    /// Notes that the initializer is asked for.
    ///
    /// - Parameter outcome: Expires where the extension is taken out before it is ready.
    /// - Returns: False where it has been asked for before.
    func begin(_ outcome: Countdown) -> Bool {
        phase.withLock { phase in
            guard case .waiting = phase else { return false }
            phase = .starting(outcome)
            return true
        }
    }

    /// Notes that the initializer has returned.
    ///
    /// - Returns: False where it is too late, so that the instance is to be thrown away.
    func complete(with instance: any ExtensionCallbacks) -> Bool {
        phase.withLock { phase in
            guard case .starting = phase else { return false }
            phase = .ready(instance)
            return true
        }
    }

    /// Notes that the extension did not come up.
    ///
    /// - Returns: False where it had come up or had ended before.
    func fail() -> Bool {
        phase.withLock { phase in
            switch phase {
            case .waiting, .starting:
                phase = .ended
                return true
            case .ready, .ended:
                return false
            }
        }
    }

    /// Sets what runs, once, when the extension is ready or was left out.
    func whenMade(_ report: @escaping @Sendable (HubError?) -> Void) {
        outcome.withLock { $0.report = report }
    }

    /// Notes why the extension is left out.
    func noteFailure(_ error: HubError) {
        outcome.withLock { $0.failure = error }
    }

    /// Reports that the extension is ready or was left out.
    func reportMade() {
        let (report, failure) = outcome.withLock { ($0.report.take(), $0.failure) }
        let isThere = instance != nil
        report?(isThere ? nil : failure ?? .notRegistered(name))
    }

    /// Takes the extension out for good.
    ///
    /// - Parameter keepingInstance: True where it still hears what waits for it.
    /// - Returns: What it was until now.
    func end(keepingInstance: Bool) -> Phase {
        phase.withLock { phase in
            let before = phase
            if case .ready = before, keepingInstance { return before }
            phase = .ended
            return before
        }
    }
}
