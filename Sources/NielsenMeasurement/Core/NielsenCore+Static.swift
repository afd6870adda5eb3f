// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The static lane, watermarks, and connected devices.
extension NielsenCore {
    /// Loads a page.
    ///
    /// The same page goes on; another section or asset is a new view.
    ///
    /// - Parameters:
    ///   - asset: The page.
    ///   - isHeld: Whether no page can be seen: then its view begins when it is shown.
    ///   - time: When it was loaded.
    mutating func loadPage(_ asset: NielsenAsset, isHeld: Bool, at time: NielsenTime) {
        if !playback.page.holds(asset) {
            finishPage(at: time)
        } else if playback.page.asset?.metadata != asset.metadata {
            closePeriod(.static, at: time)
        }
        playback.page.load(asset)
        guard !isHeld, playback.page.view == nil else { return }
        playback.page.view = makeView(.static)
        pageLoaded = time.instant
        pageBegan = time.instant
        tell(.static, at: time)
    }

    /// Counts the seconds that passed on the page since the last time.
    mutating func advancePage(to time: NielsenTime) {
        guard let counted = playback.page.view?.account.total else { return }
        let gone = time.instant.nanoseconds(since: pageBegan)
        let period = spans.pagePeriod
        var missing = min(gone, pageLimit) - counted
        while missing > 0, let total = playback.page.view?.account.total {
            let untilDue = period - total % period
            let passed = min(missing, untilDue)
            let end = pageBegan.adding(nanoseconds: total + passed)
            playback.page.view?.account.pass(passed, until: end)
            missing -= untilDue
            // Each period is reported with the time at which it was over, however late that shows.
            if missing >= 0 {
                record(.duration, .static, at: time.earlier(by: .nanoseconds(gone - (total + untilDue))))
            }
        }
    }

    /// The end of the period of the open page; nil if there is none.
    var pageDeadline: Instant? {
        guard let counted = playback.page.view?.account.total else { return nil }
        let due = (counted / spans.pagePeriod + 1) * spans.pagePeriod
        return due <= pageLimit ? pageBegan.adding(nanoseconds: due) : nil
    }

    /// The longest that the view of a page is measured, in nanoseconds: what its page has left.
    var pageLimit: Int64 {
        // A clock that goes back, as none should, gives no page more.
        max(0, spans.page - max(0, pageBegan.nanoseconds(since: pageLoaded)))
    }

    /// Whether metadata is that of a page, and of another one than is open.
    func isAnotherPage(_ values: [String: String]) -> Bool {
        guard playback.page.view != nil else { return false }
        let asset = asset(of: values)
        return asset.lane == .static && !playback.page.holds(asset)
    }

    /// Ends the view of the page, which stays loaded.
    mutating func finishPage(at time: NielsenTime) {
        advancePage(to: time)
        finish(.static, at: time)
    }

    /// Handles a watermark.
    mutating func hear(_ payload: String, at time: NielsenTime) {
        guard payload != playback.tags.newest?.payload else { return }
        do {
            for (tag, made) in playback.tags.add(try NielsenID3Tag(payload), at: time.instant) {
                tell(tag, at: time.earlier(by: time.instant - made))
            }
        } catch {
            report(error, at: time)
        }
    }

    /// Reports a watermark that is new.
    private mutating func tell(_ tag: NielsenID3Tag, at time: NielsenTime) {
        let limit = settings.thresholds.id3IntervalGapSeconds
        if let apart = tagCadence.note(tag, limit: limit, at: time) {
            remark(.tagCadence(seconds: apart, limit: limit))
        }
        let view = shownView
        let asset = view.flatMap { playback[$0.lane].asset }
        // A watermark is of the stream, also while an ad is shown; after `play` its content is not known yet.
        let stream = playback.active == nil ? nil : playback.content.asset
        let metadata = stream?.metadata(on: playback.channel) ?? playback.channel
        var record = makeRecord(.id3, at: time.unixMilliseconds, metadata)
        record.lane = playback.active
        record.assetid = asset?.assetid ?? ""
        record.view = view?.number ?? 0
        record.playhead = view?.account.lastPlayhead
        record.ott = playback.ott
        record.payload = tag.payload
        record.viewability = viewability.atWatermark(tag, at: time)
        record.instant = time.instant
        effects.append(.record(record))
    }

    /// Handles the state of a connected device.
    ///
    /// A broken rule is reported once as long as the state stays the same.
    mutating func connect(_ info: [String: String], at time: NielsenTime) {
        if info != playback.lastOTT {
            playback.lastOTT = info
            let issues = NielsenValidator(mode: settings.inputMode).check(.ott, info, reported: [])
            report(issues.map(NielsenIssue.finding), at: time)
        }
        let connected: [String: String]
        switch info["ottStatus"] {
        case "1": connected = info
        // Other keys next to it describe no device.
        case "0": connected = [:]
        // The device before stays: nothing says that it is gone.
        default: return
        }
        guard connected != playback.ott else { return }
        closePeriods(at: time)
        playback.ott = connected
    }
}

/// The intervals at which the watermarks of a stream come: a player that passes on too few credits nothing.
struct TagCadence: Sendable {
    private var last: (tag: NielsenID3Tag, time: NielsenTime)?
    private var slow = 0
    /// Seconds by which watermarks that came all at once ran ahead of time.
    private var ahead = 0

    /// Takes note of a watermark.
    ///
    /// - Returns: How many seconds the watermarks are apart, once three in a row were too far apart while the offsets say
    ///   that the stream went on; nil otherwise.
    mutating func note(_ tag: NielsenID3Tag, limit: Int, at time: NielsenTime) -> Int? {
        defer { last = (tag, time) }
        guard let last, last.tag.finalDistributorID == tag.finalDistributorID else {
            (slow, ahead) = (0, 0)
            return nil
        }
        let apart = min(Int(clamping: (time.instant - last.time.instant).components.seconds), 1 << 40)
        let distance = tag.finalDistributorOffset - last.tag.finalDistributorOffset
        // A player that passes on all of a segment at once: the interval is after them.
        if apart < 1, distance > 0, distance <= limit {
            ahead = min(ahead + distance, 1 << 40)
            return nil
        }
        defer { ahead = 0 }
        guard apart > limit, (distance + ahead - apart).magnitude <= 2 else {
            slow = 0
            return nil
        }
        slow += 1
        return slow == 3 ? apart : nil
    }
}
