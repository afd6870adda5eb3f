// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// The user's choice, and what changes with it or with what the system says.
extension NielsenCore {
    /// Takes a choice, and keeps it.
    package mutating func choose(_ choice: Bool, at time: NielsenTime) {
        changePrivacy(at: time) { $0.choice = choice }
        keptChoice.noteMade()
        effects.append(.persistOptOut(choice))
    }

    /// Adopts the choice that is kept for all instances on the device, unless one was made here since.
    ///
    /// - Parameters:
    ///   - choice: The kept choice, or nil.
    ///   - version: The ``KeptChoice/version`` from before it was read.
    ///   - time: The present time.
    package mutating func noteChoice(_ choice: Bool?, readAt version: Int, at time: NielsenTime) {
        guard let choice, choice != privacy.choice, keptChoice.isLast(readAt: version) else { return }
        changePrivacy(at: time) { $0.choice = choice }
    }

    /// Takes `userOptOut`.
    mutating func optOut(_ text: String, at time: NielsenTime) {
        guard let choice = NielsenPrivacy.choice(of: text) else {
            return log(.warning, .notAChoice(NielsenText.shown(text)))
        }
        guard accept(.userOptOut, "userOptOut") != nil else { return }
        choose(choice, at: time)
    }

    /// Changes what may be known of the user.
    ///
    /// What was earned under the old choice is sent under it. Then everything in pings that identifies a device or
    /// person begins anew, so that nothing after the change can be joined with what was before.
    ///
    /// - Parameters:
    ///   - isOther: Whether the system's identifier of the device has changed.
    ///   - then: The effects between the ends of the views and the new session.
    ///   - time: The present time.
    ///   - change: Makes the change.
    package mutating func changePrivacy(
        isOther: Bool = false,
        then: [NielsenEffect] = [],
        at time: NielsenTime,
        _ change: (inout NielsenPrivacy) -> Void
    ) {
        var changed = privacy
        change(&changed)
        let isOptedOutChange = changed.isOptedOut != privacy.isOptedOut
        let isChange = isOptedOutChange || isOther || changed.identifiers != privacy.identifiers
        let between = then + (isChange ? [.identify(changed, renewsFirstParty: false, at: time)] : [])
        guard isChange, hasStarted, !isClosed else {
            privacy = changed
            effects += between
            return
        }
        beginSession(at: time) { core in
            core.privacy = changed
            core.effects += between
        }
    }
}
