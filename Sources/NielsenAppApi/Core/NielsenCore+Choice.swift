// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The user's choice, and what changes with it or with what the system says.
extension NielsenCore {
    /// Takes a choice, and keeps it.
    mutating func choose(_ choice: Bool, at time: NielsenTime) {
        changePrivacy(at: time) { $0.choice = choice }
        keptChoice.noteMade()
        effects.append(.persistOptOut(choice))
    }

    /// Takes over the choice that is kept for all instances of the device, where none was made here since.
    ///
    /// - Parameters:
    ///   - choice: What is kept; nil where nothing is.
    ///   - version: The ``KeptChoice/version`` from before it was read.
    mutating func noteChoice(_ choice: Bool?, readAt version: Int, at time: NielsenTime) {
        guard let choice, choice != privacy.choice, keptChoice.isLast(readAt: version) else { return }
        changePrivacy(at: time) { $0.choice = choice }
    }

    /// Takes `userOptOut`.
    mutating func optOut(_ text: String, at time: NielsenTime) {
        guard let choice = NielsenCall.choice(of: text) else {
            return log(.warning, .notAChoice(NielsenText.shown(text)))
        }
        guard accept(.userOptOut, "userOptOut") != nil else { return }
        choose(choice, at: time)
    }

    /// Changes what may be known of the user.
    ///
    /// What was earned under the old choice goes out under it. Then everything in pings that sets one device or person
    /// apart begins anew, so that nothing after the change can be joined with what was before.
    ///
    /// - Parameters:
    ///   - isOther: True where the device has another identifier of the system.
    ///   - then: What is done between the ends of the views and the new session.
    ///   - change: The change.
    mutating func changePrivacy(
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
