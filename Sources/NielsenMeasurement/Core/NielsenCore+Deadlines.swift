// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

/// The effects of time that passes without a call.
extension NielsenCore {
    /// What an instance plans by after each change of its core.
    package struct Outlook {
        /// The time of the next effect unless a call comes before; nil while nothing is open.
        ///
        /// It may be early: then nothing happens, and the next deadline is another one.
        package var nextDeadline: Instant?
        /// Whether something is open that ends with a ping.
        package var hasOpenViews: Bool
        /// Whether the seconds of a page pass, without a call.
        package var hasOpenPage: Bool
        /// Whether calls are measured.
        package var isMeasuring: Bool
        /// The time at which the core was last used, or that of the last call that waits for the first configuration.
        package var now: NielsenTime
        /// The number of calls that wait for the first configuration; nil if it has come, or will not.
        package var waitingCount: Int?
        /// Whether the last of them only says that playback goes on.
        package var isSteady = false
    }

    /// Returns what comes next.
    ///
    /// It changes nothing, and is mutating all the same: where another module reads a property, the whole core is copied.
    package mutating func outlook() -> Outlook {
        // A timer knows the clock that stands still while the device sleeps, and is late after a sleep.
        var due = nextDeadline?.subtracting(nanoseconds: lastTouched.asleep)
        if let stalled = lifecycle.stallDeadline(isPlaying: playback.active != nil) {
            due = min(stalled, due ?? stalled)
        }
        var outlook = Outlook(
            nextDeadline: due,
            hasOpenViews: hasOpenViews,
            hasOpenPage: playback.page.view != nil,
            isMeasuring: isMeasuring,
            now: lastTouched
        )
        if waitsForFirst, let waiting {
            outlook.now = waiting.calls.last?.time ?? current.began
            outlook.waitingCount = waiting.calls.count
            outlook.isSteady = waiting.isSteady
        }
        return outlook
    }

    /// When something happens without a call, on the clock that goes on while the device sleeps.
    ///
    /// It is inlined, because a call would copy the core.
    @inline(__always)
    private var nextDeadline: Instant? {
        guard isMeasuring, hasOpenViews else { return nil }
        var next = sessionEnd
        if let due = firstPartyDue { next = min(next, due) }
        if let due = pageDeadline { next = min(next, due.adding(nanoseconds: lastTouched.asleep)) }
        if let due = day.deadline(from: lastTouched) { next = min(next, due) }
        // A silence of exactly the pause is no end yet.
        if playback.isStreamOpen { next = min(next, silenceDeadline.adding(nanoseconds: 1)) }
        return next
    }

    /// The time until which a call has to come for the stream to continue.
    private var silenceDeadline: Instant { playback.lastActivity.continuous.adding(nanoseconds: spans.pause) }

    /// Wakes the core: a wait for data may have become too long, and other settings may wait for the end of a view.
    package mutating func wake(at time: NielsenTime) {
        if lifecycle.noteStall(time.instant) { settle(because: .interruptionBegan(.buffering), at: time) }
        advance(to: time)
        adoptNext()
    }

    /// Applies what is due: periods of the page, and the end of views after too long a silence.
    mutating func advance(to time: NielsenTime) {
        guard isMeasuring else { return }
        advance(before: nil, to: time)
        beginDay(at: time)
    }

    /// Applies what is due before a call is carried out.
    ///
    /// A timer may be late, as where the device slept: what was due meanwhile is done in the order in which it was due, so
    /// that no day ends in a view that was over before.
    mutating func advance(before call: NielsenCall?, to time: NielsenTime) {
        let before = lastTouched
        lastTouched = time
        var last: Instant?
        while let due = nextDeadline, due < time.continuous, last.map({ due > $0 }) ?? true {
            last = due
            step(before: nil, to: time.back(to: due, since: before))
        }
        step(before: call, to: time)
    }

    private mutating func step(before call: NielsenCall?, to time: NielsenTime) {
        closeDay(at: time)
        if playback.page.view != nil {
            advancePage(to: time)
            current.pageSeen = time
        }
        endSilentStream(at: time)
        endOldSession(before: call, at: time)
    }

    /// Ends the views of content and ad where no call came for too long: what goes on after it is a new view.
    ///
    /// A player that continues without another call loses nothing: its asset stays loaded, and its next playhead begins
    /// the new view.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "Event Types".
    private mutating func endSilentStream(at time: NielsenTime) {
        let deadline = silenceDeadline
        guard playback.isStreamOpen, time.continuous > deadline else { return }
        log(.debug, .viewsForgotten(seconds: settings.thresholds.pauseTimeoutSeconds))
        finishPlayback(at: time.back(to: deadline, since: playback.lastActivity))
        playback.tags = HeardTags()
        reopenViews()
    }
}
