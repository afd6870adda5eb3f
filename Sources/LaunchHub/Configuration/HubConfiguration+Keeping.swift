// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubConfiguration {
    /// Reads what earlier runs have kept, before the first use.
    func restore() {
        guard !state.withLock({ $0.isRestored }) else { return }
        serially { _ in }
    }

    func restore(_ lines: inout Lines) {
        guard !state.withLock({ $0.isRestored }) else { return }
        do throws(StorageError) {
            let restored = try memory.restore()
            for problem in restored.problems { lines.append((.warning, "\(problem)")) }
            state.withLock { state in
                state.layers = restored.layers
                state.kept = restored.layers.layer(.programmatic)
                state.storageProblem = memory.damage
                state.isRestored = true
            }
            if !restored.isConsentKnown { forgetConsent(memory.damage) }
            if let damage = memory.damage { lines.append((.error, "\(damage)")) }
        } catch {
            // The app id may be read where the choice was lost.
            let appID = memory.appID
            state.withLock { state in
                state.layers = ConfigurationLayers(appID: appID)
                state.isRestored = true
            }
            forgetConsent(error)
            lines.append(
                (.error, "what earlier runs have set is not known, so the privacy status is unknown: \(error)")
            )
        }
    }

    func keep(_ appID: AppIdentifier, _ lines: inout Lines) {
        do throws(StorageError) {
            try memory.save(appID)
        } catch {
            lines.append((.error, "the app id is not kept yet: \(error)"))
        }
    }

    func changeProgrammatic(_ change: (inout JSONObject) -> Void) {
        serially { lines in
            do throws(StorageError) {
                try keepProgrammatic(change)
            } catch {
                if error.reason == .tooLarge { keepChoice(of: change) }
                let kept = error.reason == .tooLarge ? nil : try? memory.programmatic() ?? JSONObject()
                state.withLock { state in
                    var values = state.layers.layer(.programmatic)
                    change(&values)
                    state.layers.programmatic = kept ?? values
                    if let kept { state.kept = kept }
                    if error.reason == .tooLarge { state.storageProblem = error }
                }
                lines.append((.error, "the change holds for this run and is not kept for the next start yet: \(error)"))
            }
            announce()
        }
    }

    private func keepProgrammatic(_ change: (inout JSONObject) -> Void) throws(StorageError) {
        let isLost = state.withLock { $0.kept == nil && $0.storageProblem?.isUnreadable != true }
        let kept = try memory.changeProgrammatic(isConsentKnown: !isLost, change)
        state.withLock { state in
            state.layers.programmatic = kept
            state.kept = kept
            state.storageProblem = nil
        }
    }

    /// Keeps the user's choice where the other values of the same call are too large to be kept.
    private func keepChoice(of change: (inout JSONObject) -> Void) {
        try? keepProgrammatic { programmatic in
            var after = programmatic
            change(&after)
            for key in Set(programmatic.keys + after.keys) where Self.isPrivacyKey(key) {
                programmatic[key] = after[key]
            }
        }
    }

    /// Adopts the values that another process has set since the store was last read.
    func refresh() {
        restore()
        guard storeHasChanged else { return }
        serially { lines in
            guard storeHasChanged else { return }
            do throws(StorageError) {
                let kept = try memory.programmatic() ?? JSONObject()
                state.withLock { state in
                    state.layers.programmatic = kept
                    state.kept = kept
                    if state.storageProblem?.isUnreadable == true { state.storageProblem = nil }
                }
            } catch {
                forgetConsent(error)
                lines.append(
                    (.error, "what is kept cannot be read any more, so the privacy status is unknown: \(error)")
                )
            }
            announce()
        }
        // Where nothing could be read at the start, nobody has asked for the configuration yet.
        let isUnasked = state.withLock { $0.hasBegun && $0.loader == nil && $0.layers.appID == nil }
        guard isUnasked, let appID = memory.appID else { return }
        configure(appID, completion: nil)
    }

    private var storeHasChanged: Bool {
        do throws(StorageError) {
            let kept = try memory.programmatic() ?? JSONObject()
            return state.withLock { $0.kept != kept }
        } catch {
            return state.withLock { $0.kept != nil }
        }
    }

    /// Makes the privacy status unknown, whatever is published, because the user's own choice cannot be read; unless one
    /// waits to be written.
    private func forgetConsent(_ problem: StorageError?) {
        let choice = pending.waiting(forKey: ConfigurationMemory.programmaticKey)?[Self.privacyKey]
        state.withLock { state in
            state.kept = nil
            state.storageProblem = problem
            let unknown = JSONValue.string(PrivacyStatus.unknown.configurationValue)
            if choice == nil { state.layers.programmatic[Self.privacyKey] = unknown }
        }
    }
}
