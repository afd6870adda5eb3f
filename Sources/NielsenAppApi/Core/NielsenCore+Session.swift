// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Where one session ends and the next begins.
extension NielsenCore {
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
        guard isOptedOutChange || isOther || changed.identifiers != privacy.identifiers else {
            privacy = changed
            effects += then
            return
        }
        let between = then + [.identify(changed, renewsFirstParty: false, at: time)]
        guard hasStarted, !isClosed else {
            privacy = changed
            effects += between
            return
        }
        beginSession(at: time) { core in
            core.privacy = changed
            core.effects += between
        }
    }

    /// Ends the session with everything that is open, and begins the next one with new views of what is loaded.
    ///
    /// - Parameter between: What happens after the last record of the old session.
    mutating func beginSession(
        at time: NielsenTime,
        _ between: (inout NielsenCore) -> Void = { _ in }
    ) {
        let isPageShown = playback.page.view != nil
        finishPlayback(at: time)
        finishPage(at: time)
        playback.lastPayload = nil
        between(&self)
        current = NielsenSession(at: time, random)
        if state == .disabled {
            current.isUntold = true
        } else {
            recordSession(at: time)
        }
        reopenViews()
        pageBegan = time.instant
        // One that was forgotten is over for good.
        guard isPageShown, pageLimit > 0 else { return }
        playback.page.view = makeView(.static)
        tell(.static, at: time)
    }

    /// Begins new views of what is loaded and goes on.
    mutating func reopenViews() {
        guard playback.active != nil else { return }
        if playback.content.asset != nil { playback.content.view = makeView(.content) }
        if playback.ad.asset != nil { playback.ad.view = makeView(.ad) }
    }

    /// Begins a new session where the present one is over.
    ///
    /// - Parameter call: What is about to be carried out; nil where time passed alone.
    mutating func endOldSession(before call: NielsenCall?, at time: NielsenTime) {
        guard hasStarted, isMeasuring else { return }
        let isUse = call.map { $0.isAboutPlayback || $0.isAboutPages } ?? false
        guard isUse || hasOpenViews else { return }
        if let due = firstPartyDue, time.instant >= due {
            firstPartyDue = nil
            let end = time.earlier(by: hasOpenViews ? time.instant - due : .zero)
            let privacy = privacy
            return beginSession(at: end) { core in
                core.effects.append(.identify(privacy, renewsFirstParty: true, at: end))
            }
        }
        let age = time.instant - current.began.instant
        if age >= sessionMaximum {
            beginSession(at: time.earlier(by: hasOpenViews ? age - sessionMaximum : .zero))
        } else if isUse, !hasOpenViews, current.silence(since: playback.lastActivity, until: time) > pauseTimeout {
            beginSession(at: time)
        }
    }

    /// When the session is over at the latest, or the first-party id.
    var sessionDeadline: Instant {
        let end = current.began.instant + sessionMaximum
        return firstPartyDue.map { min($0, end) } ?? end
    }

    private var sessionMaximum: Duration {
        .seconds(min(max(60, configuration.thresholds.sessionMaximumSeconds), 31_536_000))
    }

    private var pauseTimeout: Duration {
        .seconds(min(max(1, configuration.thresholds.pauseTimeoutSeconds), 31_536_000))
    }
}
