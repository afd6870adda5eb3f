// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What happens because time passes, without a call.
extension NielsenCore {
    /// When something happens unless a call comes before; nil while nothing is open.
    ///
    /// It may be early: then nothing happens, and the next deadline is another one.
    var nextDeadline: Instant? {
        guard isMeasuring else { return nil }
        var next: Instant?
        if let page {
            let period = pagePeriod
            let due = (page.account.total / period + 1) * period
            if due <= pageLimit { next = pageBegan + .nanoseconds(due) }
        }
        if content != nil || ad != nil {
            let end = lastActivity.instant + .seconds(configuration.thresholds.pauseTimeoutSeconds)
            next = min(next ?? end, end)
        }
        return next
    }

    /// Does what is due: periods of the page, and the end of views that nothing was told about for too long.
    mutating func advance(to time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard isMeasuring else { return }
        touch(time)
        if page != nil { advancePage(to: time, into: &effects) }
        endForgottenViews(at: time, into: &effects)
    }

    /// Ends the views of content and ad where no call came for the pause timeout: whoever comes back begins a new view.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "Event Types".
    mutating func endForgottenViews(at time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard content != nil || ad != nil else { return }
        let timeout = Int64(configuration.thresholds.pauseTimeoutSeconds).multipliedReportingOverflow(by: 1_000_000_000)
        let silence = (time.instant - lastActivity.instant).nanoseconds
        guard !timeout.overflow, silence >= timeout.partialValue else { return }
        let end = time.earlier(by: .nanoseconds(silence - timeout.partialValue))
        effects.append(.remark(.debug, .viewsForgotten(seconds: configuration.thresholds.pauseTimeoutSeconds)))
        if state == .processing { stopForgotten(at: end, into: &effects) }
        finishPlayback(at: end, into: &effects)
        active = nil
    }

    /// The time after which a page's period is told, in nanoseconds.
    var pagePeriod: Int64 {
        let thresholds = configuration.thresholds
        let segments = Int64(min(max(1, thresholds.segmentsPerDuration), 10_000))
        return segments * Int64(min(max(1, thresholds.segmentSeconds), 100_000)) * 1_000_000_000
    }

    /// The longest that a page is measured, in nanoseconds.
    var pageLimit: Int64 {
        Int64(min(max(0, configuration.thresholds.staticMaximumSeconds), 31_536_000)) * 1_000_000_000
    }
}
