// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The static lane, watermarks, and connected devices.
extension NielsenCore {
    /// Loads a page. The same page goes on; another section or asset is a new view.
    mutating func loadPage(_ values: [String: String], at time: NielsenTime, into effects: inout [NielsenEffect]) {
        if let page, page.isSameAsset(values), page.metadata["section"] == values["section"] {
            self.page?.metadata = values
            return
        }
        finishPage(at: time, into: &effects)
        page = makeView(.static, values)
        pageBegan = time.instant
        tell(&page, at: time, into: &effects)
    }

    /// Counts the seconds that went by on the page since it was last looked at.
    mutating func advancePage(to time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard let counted = page?.account.total else { return }
        let gone = (time.instant - pageBegan).nanoseconds
        let period = pagePeriod
        var missing = min(gone, pageLimit) - counted
        while missing > 0, let total = page?.account.total {
            let untilDue = period - total % period
            page?.account.pass(min(missing, untilDue))
            missing -= untilDue
            // Each period is told at the time when it was over, however late that shows.
            if missing >= 0 {
                tellPeriod(at: time.earlier(by: .nanoseconds(gone - (total + untilDue))), into: &effects)
            }
        }
    }

    private mutating func tellPeriod(at time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard var view = page else { return }
        let (segments, seconds) = view.account.takeDuration()
        page = view
        effects.append(.record(record(.duration, view, segments, seconds, at: time)))
    }

    /// Ends the page.
    mutating func finishPage(at time: NielsenTime, into effects: inout [NielsenEffect]) {
        advancePage(to: time, into: &effects)
        if let view = page { finish(view, at: time, into: &effects) }
        page = nil
    }

    /// Takes a watermark. The same one again tells nothing new.
    mutating func hear(_ payload: String, at time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard payload != lastPayload else { return }
        do {
            let tag = try NielsenID3Tag(payload)
            let limit = configuration.thresholds.id3IntervalGapSeconds
            if let apart = tagCadence.note(tag, limit: limit, at: time) {
                remark(.tagCadence(seconds: apart, limit: limit), &effects)
            }
            lastPayload = payload
            let view = active == .ad ? ad : content
            var record = NielsenMeasurementRecord(
                kind: .id3,
                session: session,
                lane: active,
                assetid: view?.assetid ?? "",
                view: view?.number ?? 0,
                playhead: view?.account.lastPlayhead,
                optedOut: optedOut,
                time: time.unixMilliseconds,
                metadata: view.map { $0.metadata.merging(channel) { own, _ in own } } ?? channel,
                ott: ott,
                payload: tag.payload,
                viewability: viewability.atWatermark(tag, at: time)
            )
            record.instant = time.instant
            effects.append(.record(record))
        } catch {
            effects.append(.error(error, at: time.unixMilliseconds))
        }
    }

    /// Takes the state of a connected device. What breaks a rule is reported, once as long as it stays the same.
    mutating func connect(_ info: [String: String], at time: NielsenTime, into effects: inout [NielsenEffect]) {
        if info != lastOTT {
            lastOTT = info
            let issues = NielsenValidator(mode: configuration.inputMode).check(.ott, info, reported: [])
            report(issues.map(NielsenIssue.finding), at: time, into: &effects)
        }
        switch info["ottStatus"] {
        case "1": ott = info
        // What is told beside it is of no device.
        case "0": ott = [:]
        // The device before stays: nothing says that it is gone.
        default: break
        }
    }
}
