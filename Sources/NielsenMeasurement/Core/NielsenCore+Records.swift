// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// The records of what was measured.
extension NielsenCore {
    /// Makes the record of the session, also once more where the first one was not taken.
    package mutating func recordSession(at time: NielsenTime) {
        effects.append(.record(makeRecord(.session, at: time.unixMilliseconds, sessionInfo)))
    }

    /// Returns a record that says nothing of a view.
    func makeRecord(
        _ kind: NielsenMeasurementRecord.Kind,
        at time: Int64,
        _ metadata: [String: String]
    ) -> NielsenMeasurementRecord {
        NielsenMeasurementRecord(kind, session: session, optedOut: optedOut, time: time, metadata: metadata)
    }

    /// Makes the records that are due: the view first, then the periods that are over.
    mutating func tell(_ lane: NielsenLane, at time: NielsenTime) {
        guard playback[lane].asset != nil, let view = playback[lane].view else { return }
        if !view.isSeen {
            playback[lane].view?.isSeen = true
            record(.view, lane, at: time)
        }
        while playback[lane].view?.account.isDurationDue == true { record(.duration, lane, at: time) }
    }

    /// Reports what a track has earned up to now, if anything.
    mutating func closePeriod(_ lane: NielsenLane, at time: NielsenTime) {
        guard playback[lane].view?.isSeen == true else { return }
        playback[lane].view?.account.settle(at: time.instant)
        tell(lane, at: time)
        if playback[lane].view?.account.hasUntold == true { record(.duration, lane, at: time) }
    }

    /// Ends the view of a track.
    ///
    /// One without a single playhead was never seen, so nothing is reported.
    mutating func finish(_ lane: NielsenLane, at time: NielsenTime) {
        defer { playback[lane].view = nil }
        guard playback[lane].view?.isSeen == true else { return }
        playback[lane].view?.interrupt(at: time)
        tell(lane, at: time)
        record(.end, lane, at: time)
        guard let credit = playback[lane].credit(ended: true) else { return }
        if finished.count >= max(1, settings.thresholds.maximumAssetsKept) { finished.removeFirst() }
        finished.append(credit)
    }

    /// Makes a record of what was credited in a lane since the last one.
    mutating func record(_ kind: NielsenMeasurementRecord.Kind, _ lane: NielsenLane, at time: NielsenTime) {
        guard let asset = playback[lane].asset, var view = playback[lane].view else { return }
        let period = kind == .view ? CreditPeriod() : view.account.removeDuration()
        let told = kind == .view ? time.unixMilliseconds : creditTime(of: view, at: time)
        var record = makeRecord(kind, at: told, asset.metadata(on: view.channel))
        record.lane = lane
        record.assetid = asset.assetid
        record.view = view.number
        record.segments = period.segments
        record.seconds = period.seconds
        record.totalSeconds = view.account.totalSeconds
        record.playhead = lane == .static ? nil : view.account.lastPlayhead
        record.ott = playback.ott
        record.viewability = view.viewability?.json
        if playback.isInPicture, lane != .static { record.metadata["pipmode"] = "true" }
        record.period = period
        record.instant = time.instant
        record.journal = view.account.removeJournal()
        if lane == .ad { record.content = contentOfAd }
        effects.append(.record(record))
        view.viewability?.flush()
        playback[lane].view = view
    }

    /// The content that an ad runs in: what is loaded beside it, or what was completed before a postroll.
    private var contentOfAd: NielsenMeasurementRecord.Content? {
        if let asset = playback.content.asset {
            let view = playback.content.view
            return NielsenMeasurementRecord.Content(
                view: view?.number,
                metadata: asset.metadata(on: view?.channel ?? playback.channel)
            )
        }
        guard playback.ad.asset?.metadata["type"] == NielsenAssetType.postroll.rawValue else { return nil }
        return playback.completed.map { NielsenMeasurementRecord.Content(view: 0, metadata: $0.asset.metadata) }
    }

    /// Returns the credit of every view, including the open ones.
    package func creditSummary(at time: NielsenTime) -> [NielsenCredit] {
        var now = self
        if now.playback.page.view != nil { now.advancePage(to: time) }
        let open = NielsenLane.allCases.compactMap { lane -> NielsenCredit? in
            guard now.playback[lane].view?.isSeen == true else { return nil }
            now.playback[lane].view?.interrupt(at: time)
            return now.playback[lane].credit(ended: false)
        }
        return (finished + open).sorted { $0.view < $1.view }
    }
}

/// The boundaries between the periods of two pings, because a reported value changes.
extension NielsenCore {
    /// Closes the period of every open view, because a value that all their pings carry changes.
    mutating func closePeriods(at time: NielsenTime) {
        closePeriod(.ad, at: time)
        closePeriod(.content, at: time)
        if playback.page.view != nil {
            advancePage(to: time)
            closePeriod(.static, at: time)
        }
        tell(.change, at: time)
    }

    /// Notes whether the player is in picture in picture: what was earned before is reported without the mark.
    mutating func note(isInPicture: Bool, at time: NielsenTime) {
        guard isInPicture != playback.isInPicture else { return }
        for lane in [NielsenLane.ad, .content] where playback[lane].asset?.metadata["pipmode"] != "true" {
            closePeriod(lane, at: time)
        }
        playback.isInPicture = isInPicture
    }

    /// Closes what goes on at each midnight that has passed.
    mutating func closeDay(at time: NielsenTime) {
        guard hasOpenViews else { return day.forget() }
        while let midnight = day.passMidnight(until: time) { closePeriods(at: midnight) }
    }

    /// Works out when the day ends, once something goes on.
    mutating func beginDay(at time: NielsenTime) {
        if hasOpenViews { day.begin(at: time) }
    }

    /// Returns the end of a record's last credited second, which pings report as their time.
    func creditTime(of view: AssetView, at time: NielsenTime) -> Int64 {
        let isPage = view.lane == .static
        let last = isPage ? pageBegan.adding(nanoseconds: view.account.total) : view.account.lastCredited
        guard let last else { return day.time(ofEnd: time.unixMilliseconds) }
        let slept = Duration.nanoseconds(isPage ? 0 : max(0, time.asleep &- view.asleep))
        return day.time(ofEnd: time.earlier(by: max(.zero, time.instant - last) + slept).unixMilliseconds)
    }
}
