// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What happens because time passes, without a call.
extension NielsenCore {
    /// When something happens unless a call comes before; nil while nothing is open.
    ///
    /// It may be early: then nothing happens, and the next deadline is another one. Asked after each call, so it is reckoned
    /// in nanoseconds.
    var nextDeadline: Instant? {
        guard isMeasuring else { return nil }
        var next = Int64.max
        if let total = playback.page.view?.account.total {
            let due = (total / pagePeriod + 1) * pagePeriod
            if due <= pageLimit { next = pageBegan.nanoseconds + due }
        }
        if playback.isStreamOpen, let timeout = pauseTimeout {
            // A silence of exactly the timeout is no end yet.
            let (end, isNever) = playback.lastActivity.instant.nanoseconds.addingReportingOverflow(timeout + 1)
            if !isNever { next = min(next, end) }
        }
        if next != .max || hasOpenViews { next = min(next, sessionDeadline.nanoseconds) }
        if let midnight, hasOpenViews {
            let due = lastTouched.instant + .milliseconds(midnight - lastTouched.unixMilliseconds)
            next = min(next, due.nanoseconds)
        }
        return next == .max ? nil : Instant(nanoseconds: next)
    }

    /// After how many nanoseconds without a call a stream is over; nil where none is too many.
    private var pauseTimeout: Int64? {
        let (timeout, isNever) = Int64(configuration.thresholds.pauseTimeoutSeconds)
            .multipliedReportingOverflow(by: 1_000_000_000)
        return isNever || timeout == .max ? nil : timeout
    }

    /// Does what is due: periods of the page, and the end of views that nothing was told about for too long.
    mutating func advance(to time: NielsenTime) {
        guard isMeasuring else { return }
        touch(time)
        advance(before: nil, to: time)
        noteDay(at: time)
    }

    /// Does what is due before a call is carried out.
    ///
    /// A timer may be late, as where the device slept: what was due meanwhile is done in the order in which it was due, so
    /// that no day ends in a view that was over before.
    mutating func advance(before call: NielsenCall?, to time: NielsenTime) {
        var last: Instant?
        while let due = nextDeadline, due < time.instant, last.map({ due > $0 }) ?? true {
            last = due
            step(before: nil, to: time.earlier(by: time.instant - due))
        }
        step(before: call, to: time)
    }

    private mutating func step(before call: NielsenCall?, to time: NielsenTime) {
        if midnight != nil { closeDay(at: time) }
        if playback.page.view != nil {
            advancePage(to: time)
            current.pageSeen = time
        }
        if playback.isStreamOpen { endForgottenViews(at: time) }
        endOldSession(before: call, at: time)
    }

    /// Ends the views of content and ad where no call came for the pause timeout: what goes on after it is a new view.
    ///
    /// A player that goes on without a word loses nothing: its asset stays loaded, and its next playhead begins the new
    /// view.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "Event Types".
    mutating func endForgottenViews(at time: NielsenTime) {
        guard playback.isStreamOpen else { return }
        let silence = (time.instant - playback.lastActivity.instant).nanoseconds
        guard let timeout = pauseTimeout, silence > timeout else { return }
        let end = time.earlier(by: .nanoseconds(silence - timeout))
        effects.append(.remark(.debug, .viewsForgotten(seconds: configuration.thresholds.pauseTimeoutSeconds)))
        finishPlayback(at: end)
        playback.lastPayload = nil
        reopenViews()
    }

    /// The time after which a page's period is told, in nanoseconds.
    var pagePeriod: Int64 {
        let thresholds = configuration.thresholds
        let segments = Int64(min(max(1, thresholds.segmentsPerDuration), 10_000))
        return segments * Int64(min(max(1, thresholds.segmentSeconds), 100_000)) * 1_000_000_000
    }

    /// The longest that the view of a page is measured, in nanoseconds: what its page has left.
    var pageLimit: Int64 {
        let limit = Int64(min(max(0, configuration.thresholds.staticMaximumSeconds), 31_536_000)) * 1_000_000_000
        // A clock that goes back, as none should, gives no page more.
        return max(0, limit - max(0, (pageBegan - pageLoaded).nanoseconds))
    }
}
