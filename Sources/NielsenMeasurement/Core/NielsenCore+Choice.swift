// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// The user's choice, and what changes with it or with what the system says.
extension NielsenCore {
    /// Takes a choice, and keeps it.
    mutating func choose(_ choice: Bool, at time: NielsenTime) {
        changePrivacy(at: time) { $0.choice = choice }
        keptChoice.noteMade()
        effects.append(.persistOptOut(choice))
    }

    /// Decides whether the choice that is kept for all instances on the device must be read before a call.
    ///
    /// - Parameters:
    ///   - time: The time of the call.
    ///   - isOften: Whether the call occurs about once a second; the choice is then read at most once a second.
    /// - Returns: The version for ``noteChoice(_:isAssumed:readAt:at:)``; nil if it was read a moment ago.
    package mutating func versionOfChoice(at time: NielsenTime, isOften: Bool) -> Int? {
        if isOften, let seen = keptChoice.seen, time.instant.nanoseconds(since: seen) < 1_000_000_000 { return nil }
        keptChoice.seen = time.instant
        return keptChoice.version
    }

    /// Adopts the choice that is kept for all instances on the device, unless one was made here since.
    ///
    /// - Parameters:
    ///   - choice: The kept choice, or nil.
    ///   - isAssumed: Whether it cannot be read, so that the user counts as opted out.
    ///   - version: The version from before it was read.
    ///   - time: The present time.
    package mutating func noteChoice(_ choice: Bool?, isAssumed: Bool, readAt version: Int, at time: NielsenTime) {
        let wasAssumed = keptChoice.isAssumed
        // A user who has never chosen counts as opted out only for as long as that cannot be read.
        let choice = choice ?? (wasAssumed ? false : nil)
        if wasAssumed, !isAssumed { beganOptedOut = choice == true }
        keptChoice.isAssumed = isAssumed
        guard let choice, choice != privacy.choice, keptChoice.isLast(readAt: version) else { return }
        changePrivacy(at: time) { $0.choice = choice }
    }

    /// Notes that a choice was kept.
    package mutating func noteKeptChoice() { keptChoice.noteKept() }

    /// Whether the user may choose: the instance is initialized, or will be.
    package var acceptsChoice: Bool { !isClosed && (state != .initial || waiting != nil) }

    /// Makes pings for the current device from now on; an equal one changes nothing.
    ///
    /// - Parameters:
    ///   - device: All facts about the device.
    ///   - version: The number of devices that the feed had sent before it; nil for one that is not from the feed.
    ///   - time: The present time.
    package mutating func noteDevice(_ device: NielsenDevice, version: Int? = nil, at time: NielsenTime) {
        if let version {
            // Two threads may send at the same time, and the later device need not arrive last.
            guard version > deviceVersion else { return }
            deviceVersion = version
        }
        guard device != self.device else { return }
        // Another identifier of the system means another device to readers of pings.
        let isOther = device.advertisingId != self.device.advertisingId || device.vendorId != self.device.vendorId
        self.device = device
        day.move(to: LocalTime(device.timeZone))
        let sendsIdentifiers = privacy.identifiers.contains(.deviceId)
        changePrivacy(isOther: isOther && sendsIdentifiers, then: [.device(device)], at: time) { $0.note(device) }
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
    ///   - between: The effects between the ends of the views and the new session.
    ///   - time: The present time.
    ///   - change: Makes the change.
    private mutating func changePrivacy(
        isOther: Bool = false,
        then between: [NielsenEffect] = [],
        at time: NielsenTime,
        _ change: (inout NielsenPrivacy) -> Void
    ) {
        var changed = privacy
        change(&changed)
        let isOptedOutChange = changed.isOptedOut != privacy.isOptedOut
        let isChange = isOptedOutChange || isOther || changed.identifiers != privacy.identifiers
        let between = between + (isChange ? [.identify(changed, renewsFirstParty: false, at: time)] : [])
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

/// Tells whether a choice that was read from the store is still the last one: another instance of the device may have
/// made one since, or this one.
struct KeptChoice: Sendable {
    /// A number that increases with each choice that is made here or stored.
    private(set) var version = 0
    /// Choices that are not kept yet, or could not be.
    private var unsaved = 0
    /// Whether the user counts as opted out because the stored choice cannot be read.
    var isAssumed = false
    /// The time at which the stored choice was last read.
    var seen: Instant?

    /// Returns whether a choice that was read is still the last one.
    ///
    /// - Parameter version: The ``version`` from before the choice was read.
    /// - Returns: False if a choice was made or kept since, or one is not saved yet.
    func isLast(readAt version: Int) -> Bool { version == self.version && unsaved == 0 }

    /// Notes a choice that is to be kept.
    mutating func noteMade() {
        version += 1
        unsaved += 1
    }

    /// Notes that a choice was kept.
    mutating func noteKept() {
        version += 1
        unsaved -= 1
    }
}
