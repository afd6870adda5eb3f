// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// The effects of calls on the content track and the ad track.
extension NielsenCore {
    // MARK: - Loading

    /// Loads content or an ad.
    ///
    /// The same asset after a stop continues its view; another one ends it.
    ///
    /// - Parameters:
    ///   - asset: The content or ad.
    ///   - lane: The lane of content or that of ads.
    ///   - isHeld: Whether an interruption holds playback: then a view begins when it is over.
    ///   - time: When the asset was loaded.
    mutating func load(_ asset: NielsenAsset, _ lane: NielsenLane, isHeld: Bool, at time: NielsenTime) {
        let isSame = playback[lane].holds(asset)
        // What a view has earned is reported with the metadata under which it was earned.
        if isSame, playback[lane].asset?.metadata != asset.metadata { closePeriod(lane, at: time) }
        if lane == .content {
            if playback.active == .ad, let ad = playback.ad.asset { log(.debug, .adEndedImplicitly(ad.assetid)) }
            unload(.ad, at: time)
        } else if !isHeld {
            interruptContent(at: time)
            playback.content.view?.wasLeftForAd = true
        }
        if !isSame { unload(lane, at: time) }
        if lane == .content { noteChange(to: asset) }
        if isHeld {
            playback.wait(for: lane)
            return playback[lane].load(asset)
        }
        resume(lane, asset, at: time)
        playback.run = .playing(lane)
        playback[lane].load(asset)
        adoptChannel(lane, at: time)
        noteLoad(lane, at: time)
    }

    /// Sets the channel of a view to the one that is played now.
    mutating func adoptChannel(_ lane: NielsenLane, at time: NielsenTime) {
        guard let view = playback[lane].view, view.channel != playback.channel else { return }
        // A channel that is known only now was that of the view all along.
        if !view.channel.isEmpty { closePeriod(lane, at: time) }
        let channel = playback.channel
        playback[lane].view?.channel = channel
    }

    /// Begins a view, or continues that of an asset that was loaded again: after a stop, to change its metadata, or
    /// needlessly.
    ///
    /// Whether the same ad continues or restarts is decided at its next playhead.
    private mutating func resume(_ lane: NielsenLane, _ asset: NielsenAsset, at time: NielsenTime) {
        guard var view = playback[lane].view else {
            playback[lane].view = makeView(lane)
            return
        }
        if lane == .ad { view.mayBeginAnew = true }
        if playback.active != lane {
            view.interrupt(at: time)
        } else if playback[lane].asset?.metadata == asset.metadata {
            let isNeedless = view.account.runPlayhead != nil
            view.account.endRunUncredited(at: time.instant)
            if isNeedless { remark(.reloaded(lane, asset.assetid)) }
        }
        playback[lane].view = view
    }

    /// Remarks once per view that its metadata did not stay the same.
    ///
    /// Source: "DCR Video iOS SDK guide", "Create Content Metadata".
    private mutating func noteChange(to asset: NielsenAsset) {
        guard playback.content.view?.isReportedChanged == false, let old = playback.content.asset?.metadata,
            old != asset.metadata
        else { return }
        playback.content.view?.isReportedChanged = true
        let new = asset.metadata
        let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        let shown = keys.prefix(Self.changesShown).map { NielsenText.shown($0) }
        log(.warning, .contentChanged(asset.assetid, shown))
    }

    /// The number of changed keys that a remark names.
    private static let changesShown = 8

    mutating func makeView(_ lane: NielsenLane) -> AssetView {
        viewCount += 1
        var view = AssetView(lane: lane, number: viewCount, thresholds: settings.thresholds)
        if lane != .static { view.channel = playback.channel }
        return view
    }

    // MARK: - Playing

    mutating func playContent(_ position: Int64, at time: NielsenTime) {
        guard playback.content.view != nil else { return }
        if playback.content.view?.wasLeftForAd == true { noteReturn(to: position) }
        let last = playback.content.view?.account.runPlayhead
        if playback.content.view?.account.lastPlayhead == nil { remarkFirst(position) }
        noteSeek(to: position, at: time)
        let shortfall = playback.content.advance(to: position, at: time, maximumStep, viewability.ifOn)
        if shortfall > 0 || position > playback.content.lastSecond {
            remarkStep(to: position, from: last, shortfall: shortfall)
        }
        if playback.content.hasNews { tell(.content, at: time) }
    }

    private var maximumStep: Int { settings.thresholds.maximumPlayheadStep }

    /// Remarks that content does not continue at the position at which it was left for an ad.
    ///
    /// Live streams continue while an ad is shown; they report seconds since 1970.
    ///
    /// Source: "DCR Video iOS SDK guide", "Use Case 2: Content has Advertisements".
    private mutating func noteReturn(to position: Int64) {
        playback.content.view?.wasLeftForAd = false
        guard let last = playback.content.view?.account.lastPlayhead, position < Self.earliestLivePlayhead,
            case (let step, let isOverflow) = position.subtractingReportingOverflow(last),
            isOverflow || step.magnitude > UInt64(clamping: maximumStep)
        else { return }
        let assetid = playback.content.asset?.assetid ?? ""
        log(.warning, .contentJumped(assetid, from: last, to: position))
    }

    mutating func playAd(_ position: Int64, at time: NielsenTime) {
        guard let asset = playback.ad.asset, playback.ad.view != nil else { return }
        if playback.ad.view?.mayBeginAnew == true {
            playback.ad.view?.mayBeginAnew = false
            // Ads begin from 0. Nearer to that than to where it was, it is shown once more; players that are paused may go
            // on a little before the place of the pause.
            let isAtStart = (playback.ad.view?.account.totalSeconds ?? 0) <= 1
            if let last = playback.ad.view?.account.lastPlayhead, position * 2 < last || position == last && isAtStart {
                finish(.ad, at: time)
                playback.ad.view = makeView(.ad)
            }
        }
        if position > Int64(maximumStep), playback.ad.view?.account.lastPlayhead == nil {
            log(.warning, .adBeganLate(asset.assetid, position))
        }
        if let last = playback.ad.view?.account.runPlayhead, last > 1, position <= 1 {
            remark(.adRestarted(asset.assetid))
        }
        playback.ad.advance(to: position, at: time, maximumStep, viewability.ifOn)
        if playback.ad.hasNews { tell(.ad, at: time) }
        noteLength(asset, at: time)
    }

    private mutating func noteLength(_ asset: NielsenAsset, at time: NielsenTime) {
        let longest = settings.thresholds.longAdSeconds
        guard let view = playback.ad.view, !view.isReportedLong, view.account.totalSeconds > longest else { return }
        playback.ad.view?.isReportedLong = true
        let message =
            "the ad \"\(NielsenText.shown(asset.assetid))\" runs longer than \(longest) s; call stop when an ad is over and "
            + "load the content again"
        report(NielsenError(.longAd, message, key: "assetid"), at: time)
    }

    // MARK: - Stopping

    /// Interrupts playback.
    ///
    /// A postroll after the end of its content has nothing to come back to and is over, unless something has come
    /// between and it goes on afterwards.
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
            unload(.ad, at: time)
        }
        playback.run = lane.map { .held(NielsenPlayback.Hold(reason: reason, lane: $0)) } ?? .nothing
    }

    private mutating func interruptContent(at time: NielsenTime) {
        playback.content.view?.interrupt(at: time)
        if playback.content.view?.account.isDurationDue == true { tell(.content, at: time) }
    }

    /// Ends the views of the ad and of the content; what is loaded stays so.
    mutating func finishPlayback(at time: NielsenTime) {
        finish(.ad, at: time)
        finish(.content, at: time)
        tell(.end, at: time)
    }

    /// Ends everything that is open in any lane, and forgets what is loaded.
    package mutating func finishAll(at time: NielsenTime) {
        finishPlayback(at: time)
        finishPage(at: time)
        pendingTurns = []
        playback.endStream()
        playback.page = NielsenTrack()
    }

    /// Ends the view of a lane, and forgets what is loaded there.
    private mutating func unload(_ lane: NielsenLane, at time: NielsenTime) {
        finish(lane, at: time)
        playback[lane] = NielsenTrack()
    }
}
