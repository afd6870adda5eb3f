// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The user's choice, as the store keeps it for all instances of the device.
extension NielsenInstance {
    /// Applies the stored choice of the user, which another instance on this device may have changed.
    ///
    /// - Parameters:
    ///   - time: The time of the call that needs the choice.
    ///   - isOften: Whether the call occurs about once a second; the store is then read at most once a second.
    func lookAtChoice(at time: NielsenTime, isOften: Bool = false) {
        let look = guarded.withLock { guarded -> (version: Int, isAssumed: Bool)? in
            if isOften, let seen = guarded.choiceSeen, time.instant.nanoseconds(since: seen) < 1_000_000_000 {
                return nil
            }
            guarded.choiceSeen = time.instant
            return (guarded.core.keptChoice.version, guarded.isChoiceAssumed)
        }
        guard let look else { return }
        var failures: [StorageError] = []
        let kept = Self.keptOptOut(environment, &failures)
        // A user who has never chosen counts as opted out only for as long as that cannot be read.
        let choice = kept.choice ?? (look.isAssumed ? false : nil)
        let isNew = guarded.withLock { guarded in
            guarded.isChoiceAssumed != kept.isAssumed || choice != nil && guarded.core.privacy.choice != choice
        }
        guard isNew else { return }
        submit { guarded in
            if look.isAssumed, !kept.isAssumed { guarded.waiting?.beginning.choice = choice == true }
            guarded.isChoiceAssumed = kept.isAssumed
            guarded.core.noteChoice(choice, readAt: look.version, at: time)
        }
    }

    /// Returns the stored choice of the user: nil if there is none, and true if it cannot be read, because a user who
    /// may have opted out must not be measured as opted in.
    static func keptOptOut(
        _ environment: NielsenEnvironment,
        _ failures: inout [StorageError]
    ) -> (choice: Bool?, isAssumed: Bool) {
        let key = NielsenKeptKeys.optOut
        do {
            let kept = try environment.store.value(forKey: key)
            if let damage = environment.store.damage { failures.append(damage) }
            guard let kept else { return (nil, false) }
            if let choice = kept.boolValue { return (choice, false) }
            let detail = "it is \(kept.kindDescription) and not true or false; the user counts as opted out"
            failures.append(StorageError(.read, .damaged, path: key, detail: detail))
            return (true, true)
        } catch {
            failures.append(error)
            return (true, true)
        }
    }

    func persist(_ choice: Bool) {
        do {
            try environment.store.set(.bool(choice), forKey: NielsenKeptKeys.optOut)
            guarded.withLock { $0.core.keptChoice.noteKept() }
        } catch {
            let failure = NielsenError(error, "the opt-out choice could not be kept: ")
            carryOut(.error(failure, at: NielsenTime(environment.clock).unixMilliseconds))
        }
    }
}
