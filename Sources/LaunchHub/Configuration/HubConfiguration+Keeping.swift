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
                if !restored.isConsentKnown { state.forgetConsent() }
                state.storageProblem = memory.damage
                state.isRestored = true
            }
            if let damage = memory.damage { lines.append((.error, "\(damage)")) }
        } catch {
            state.withLock { state in
                // The app id may be read where the choice was lost.
                state.layers = ConfigurationLayers(appID: memory.appID)
                state.forgetConsent()
                state.storageProblem = error
                state.isRestored = true
            }
            lines.append(
                (.error, "what earlier runs have set is not known, so the privacy status is unknown: \(error)")
            )
        }
    }

    func keep(_ appID: AppIdentifier, _ lines: inout Lines) {
        do throws(StorageError) {
            try memory.save(appID)
        } catch {
            state.withLock { $0.storageProblem = error }
            lines.append((.error, "the app id is not kept for the next start: \(error)"))
        }
    }

    func changeProgrammatic(_ change: (inout JSONObject) -> Void) {
        serially { lines in
            let (unsaved, isConsentKnown) = state.withLock { ($0.unsaved, $0.isConsentKnown) }
            do throws(StorageError) {
                let kept = try memory.changeProgrammatic(isConsentKnown: isConsentKnown) { programmatic in
                    programmatic.overlay(unsaved)
                    change(&programmatic)
                }
                state.withLock { state in
                    state.layers.setProgrammatic(kept)
                    state.kept = kept
                    state.unsaved = JSONObject()
                    state.isConsentKnown = true
                    state.storageProblem = nil
                }
            } catch {
                state.withLock { state in
                    let before = state.layers.layer(.programmatic)
                    var after = before
                    change(&after)
                    for key in Set(before.keys + after.keys) where before[key] != after[key] {
                        state.unsaved[key] = after[key] ?? .null
                    }
                    state.layers.setProgrammatic(after)
                    state.storageProblem = error
                }
                lines.append((.error, "the change holds for this run and is not kept for the next start: \(error)"))
            }
            announce()
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
                    var values = kept
                    values.overlay(state.unsaved)
                    state.layers.setProgrammatic(values)
                    state.kept = kept
                    state.isConsentKnown = true
                }
            } catch {
                state.withLock { state in
                    state.forgetConsent()
                    state.storageProblem = error
                }
                lines.append(
                    (.error, "what is kept cannot be read any more, so the privacy status is unknown: \(error)")
                )
            }
            announce()
        }
    }

    private var storeHasChanged: Bool {
        do throws(StorageError) {
            let kept = try memory.programmatic() ?? JSONObject()
            return state.withLock { $0.kept != kept }
        } catch {
            return state.withLock { $0.isConsentKnown }
        }
    }
}

extension HubConfiguration.State {
    /// Makes the privacy status unknown, whatever is published, because the user's own choice cannot be read.
    mutating func forgetConsent() {
        isConsentKnown = false
        kept = nil
        guard unsaved[HubConfiguration.privacyKey] == nil else { return }
        let unknown = JSONValue.string(PrivacyStatus.unknown.configurationValue)
        layers.updateProgrammatic([HubConfiguration.privacyKey: unknown])
    }
}

extension JSONObject {
    /// Sets the members of another object; null removes a member.
    fileprivate mutating func overlay(_ other: JSONObject) {
        for entry in other { self[entry.key] = entry.value.isNull ? JSONValue?.none : entry.value }
    }
}
