// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What the calls do in the content lane and in the ad lane.
extension NielsenCore {
    // MARK: - Loading

    /// Loads content or an ad. The same asset after a stop goes on with its view; another one ends it.
    ///
    /// - Parameter isHeld: True where an interruption holds playback: a view begins when it is over.
    mutating func load(_ asset: NielsenAsset, _ lane: NielsenLane, isHeld: Bool, at time: NielsenTime) {
        // What a view has earned is told with the metadata that it was earned under.
        if playback[lane].holds(asset), playback[lane].asset?.metadata != asset.metadata {
            closePeriod(lane, at: time)
        }
        if lane == .content {
            if playback.active == .ad, let ad = playback.ad.asset {
                effects.append(.remark(.debug, .adEndedImplicitly(ad.assetid)))
            }
            finish(playback.ad, at: time)
            playback.ad = NielsenTrack()
        } else if !isHeld {
            interruptContent(at: time)
            playback.content.view?.wasLeftForAd = true
        }
        var track = playback[lane]
        if !track.holds(asset) {
            finish(track, at: time)
            track = NielsenTrack()
        }
        if lane == .content { noteChange(&track, asset) }
        if isHeld {
            playback.wait(for: lane)
        } else {
            resume(&track, lane, asset, at: time)
            playback.run = .playing(lane)
        }
        track.load(asset)
        playback[lane] = track
        guard !isHeld else { return }
        adoptChannel(lane, at: time)
        noteLoad(lane, at: time)
    }

    /// Has a view be of the channel that is played now.
    mutating func adoptChannel(_ lane: NielsenLane, at time: NielsenTime) {
        guard let view = playback[lane].view, view.channel != playback.channel else { return }
        // A channel that is known only now was that of the view all along.
        if !view.channel.isEmpty { closePeriod(lane, at: time) }
        let channel = playback.channel
        playback[lane].view?.channel = channel
    }

    /// Begins a view, or goes on with that of an asset that was loaded again: after a stop, to change its metadata, or
    /// without need. Whether the same ad goes on or begins anew shows at its next playhead.
    private mutating func resume(
        _ track: inout NielsenTrack,
        _ lane: NielsenLane,
        _ asset: NielsenAsset,
        at time: NielsenTime
    ) {
        guard var view = track.view else {
            track.view = makeView(lane)
            return
        }
        if lane == .ad { view.mayBeginAnew = true }
        if playback.active != lane {
            view.interrupt(at: time)
        } else if track.asset?.metadata == asset.metadata {
            let isNeedless = view.account.runPlayhead != nil
            view.account.restart()
            if isNeedless { remark(.reloaded(lane, asset.assetid)) }
        }
        track.view = view
    }

    /// Says once a view that its metadata did not stay the same. Source: S0, "Create Content Metadata".
    private mutating func noteChange(_ track: inout NielsenTrack, _ asset: NielsenAsset) {
        guard track.view?.isReportedChanged == false, let old = track.asset?.metadata, old != asset.metadata else {
            return
        }
        track.view?.isReportedChanged = true
        let new = asset.metadata
        let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        let shown = keys.prefix(Self.changesShown).map { NielsenText.shown($0) }
        effects.append(.remark(.warning, .contentChanged(asset.assetid, shown)))
    }

    /// How many changed keys are named.
    private static let changesShown = 8

    mutating func makeView(_ lane: NielsenLane) -> AssetView {
        viewCount += 1
        var view = AssetView(lane: lane, number: viewCount, thresholds: configuration.thresholds)
        if lane != .static { view.channel = playback.channel }
        return view
    }

    // MARK: - Playing

    mutating func playContent(_ position: Int64, at time: NielsenTime) {
        guard playback.content.view != nil else { return }
        if playback.content.view?.wasLeftForAd == true { noteReturn(to: position) }
        let last = playback.content.view?.account.runPlayhead
        if playback.content.view?.account.lastPlayhead == nil { remarkFirst(position) }
        let shortfall = playback.content.advance(to: position, at: time, maximumStep, viewability)
        if shortfall > 0 || position > playback.content.lastSecond {
            remarkStep(to: position, from: last, shortfall: shortfall)
        }
        if playback.content.hasNews { tell(.content, at: time) }
    }

    private var maximumStep: Int { configuration.thresholds.maximumPlayheadStep }

    /// Says where content does not go on at the place that it was left at for an ad.
    ///
    /// Live streams go on while an ad is shown; what they tell is seconds since 1970.
    ///
    /// Source: S0, "Use Case 2: Content has Advertisements".
    private mutating func noteReturn(to position: Int64) {
        playback.content.view?.wasLeftForAd = false
        guard let last = playback.content.view?.account.lastPlayhead, position < Self.earliestLivePlayhead,
            case let (step, isOverflow) = position.subtractingReportingOverflow(last),
            isOverflow || step.magnitude > UInt64(clamping: maximumStep)
        else { return }
        let assetid = playback.content.asset?.assetid ?? ""
        effects.append(.remark(.warning, .contentJumped(assetid, from: last, to: position)))
    }

    mutating func playAd(_ position: Int64, at time: NielsenTime) {
        guard let asset = playback.ad.asset, playback.ad.view != nil else { return }
        if playback.ad.view?.mayBeginAnew == true {
            playback.ad.view?.mayBeginAnew = false
            // Ads begin from 0. Nearer to that than to where it was, it is shown once more; players that are paused may go
            // on a little before the place of the pause.
            let isAtStart = (playback.ad.view?.account.totalSeconds ?? 0) <= 1
            if let last = playback.ad.view?.account.lastPlayhead, position * 2 < last || position == last && isAtStart {
                finish(playback.ad, at: time)
                playback.ad.view = makeView(.ad)
            }
        }
        if position > Int64(maximumStep), playback.ad.view?.account.lastPlayhead == nil {
            effects.append(.remark(.warning, .adBeganLate(asset.assetid, position)))
        }
        if let last = playback.ad.view?.account.runPlayhead, last > 1, position <= 1 {
            remark(.adRestarted(asset.assetid))
        }
        playback.ad.advance(to: position, at: time, maximumStep, viewability)
        if playback.ad.hasNews { tell(.ad, at: time) }
        noteLength(asset, at: time)
    }

    private mutating func noteLength(_ asset: NielsenAsset, at time: NielsenTime) {
        let longest = configuration.thresholds.longAdSeconds
        guard let view = playback.ad.view, !view.isReportedLong, view.account.totalSeconds > longest else { return }
        playback.ad.view?.isReportedLong = true
        let message =
            "the ad \"\(NielsenText.shown(asset.assetid))\" runs longer than \(longest) s; call stop when an ad is over and "
            + "load the content again"
        effects.append(.error(NielsenError(.longAd, message, key: "assetid"), at: time.unixMilliseconds))
    }

    /// Makes the records that are due: the view first, then full durations.
    mutating func tell(_ lane: NielsenLane, at time: NielsenTime) {
        guard let asset = playback[lane].asset, var view = playback[lane].view else { return }
        if !view.isSeen {
            view.isSeen = true
            effects.append(.record(record(.view, view, asset, [], 0, at: time)))
            view.viewability?.flush()
        }
        while view.account.isDurationDue {
            let (segments, seconds) = view.account.takeDuration()
            effects.append(.record(record(.duration, view, asset, segments, seconds, at: time)))
            view.viewability?.flush()
        }
        playback[lane].view = view
    }

    // MARK: - Stopping

    /// Interrupts playback. A postroll after the end of its content has nothing to come back to and is over, unless
    /// something has come between and it goes on afterwards.
    mutating func interrupt(for reason: NielsenPlayback.Hold.Reason, at time: NielsenTime) {
        tell(.stop, at: time)
        if let lane = playback.active { playback[lane].view?.isStopped = true }
        interruptContent(at: time)
        playback.ad.view?.interrupt(at: time)
        if playback.ad.view?.account.isDurationDue == true { tell(.ad, at: time) }
        let lane = playback.active
        if reason == .app, lane == .ad, playback.content.view == nil,
            playback.ad.asset?.metadata["type"] == NielsenAssetType.postroll.rawValue
        {
            finish(playback.ad, at: time)
            playback.ad = NielsenTrack()
        }
        playback.run = lane.map { .held(NielsenPlayback.Hold(reason: reason, lane: $0)) } ?? .nothing
    }

    private mutating func interruptContent(at time: NielsenTime) {
        playback.content.view?.interrupt(at: time)
        if playback.content.view?.account.isDurationDue == true { tell(.content, at: time) }
    }

    /// Ends the views of the ad and of the content; what is loaded stays so.
    mutating func finishPlayback(at time: NielsenTime) {
        finish(playback.ad, at: time)
        finish(playback.content, at: time)
        playback.ad.view = nil
        playback.content.view = nil
        tell(.end, at: time)
    }

    /// Ends everything that is open in any lane, and forgets what is loaded.
    mutating func finishAll(at time: NielsenTime) {
        finishPlayback(at: time)
        finishPage(at: time)
        pendingTurns = []
        playback.endStream()
        playback.page = NielsenTrack()
    }

    /// Makes the record of the end of a view. One without a single playhead was never seen, so there is nothing to tell.
    mutating func finish(_ track: NielsenTrack, at time: NielsenTime) {
        guard let asset = track.asset, var view = track.view, view.isSeen else { return }
        view.interrupt(at: time)
        let (segments, seconds) = view.account.takeDuration()
        effects.append(.record(record(.end, view, asset, segments, seconds, at: time)))
        if finished.count >= max(1, configuration.thresholds.maximumAssetsKept) { finished.removeFirst() }
        finished.append(view.credit(asset.assetid, ended: true))
    }

    // MARK: - Records

    func record(
        _ kind: NielsenMeasurementRecord.Kind,
        _ view: AssetView,
        _ asset: NielsenAsset,
        _ segments: [Int64],
        _ seconds: Int,
        at time: NielsenTime
    ) -> NielsenMeasurementRecord {
        var record = NielsenMeasurementRecord(
            kind: kind,
            session: session,
            lane: view.lane,
            assetid: asset.assetid,
            view: view.number,
            segments: segments,
            seconds: seconds,
            totalSeconds: view.account.totalSeconds,
            playhead: view.lane == .static ? nil : view.account.lastPlayhead,
            optedOut: optedOut,
            time: kind == .view ? time.unixMilliseconds : creditTime(of: view, at: time),
            metadata: asset.metadata(on: view.channel),
            ott: playback.ott,
            viewability: view.viewability?.json
        )
        record.instant = time.instant
        if view.lane == .ad { record.content = contentOfAd }
        return record
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

    /// What every view was credited with, those that go on included.
    func creditSummary(at time: NielsenTime) -> [NielsenCredit] {
        var now = self
        if now.playback.page.view != nil {
            now.advancePage(to: time)
        }
        let open = NielsenLane.allCases.compactMap { lane -> NielsenCredit? in
            guard let asset = now.playback[lane].asset, var view = now.playback[lane].view, view.isSeen else {
                return nil
            }
            view.interrupt(at: time)
            return view.credit(asset.assetid, ended: false)
        }
        return (finished + open).sorted { $0.view < $1.view }
    }
}
