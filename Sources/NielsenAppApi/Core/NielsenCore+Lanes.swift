// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What the calls do in the content lane and in the ad lane.
extension NielsenCore {
    // MARK: - Loading

    /// Loads content. The same asset after a stop resumes its view; another one ends it.
    mutating func loadContent(_ values: [String: String], at time: NielsenTime, into effects: inout [NielsenEffect]) {
        if active == .ad, let ad {
            effects.append(.remark(.debug, .adEndedImplicitly(ad.assetid)))
        }
        let wasPlaying = active == .content
        if let view = ad {
            finish(view, at: time, into: &effects)
            ad = nil
        }
        active = .content
        guard var view = content, view.isSameAsset(values) else {
            if let content { finish(content, at: time, into: &effects) }
            content = makeView(.content, values)
            return
        }
        resume(&view, values, wasPlaying: wasPlaying, at: time, &effects)
        content = view
    }

    /// Loads an ad. Whether the same ad goes on or begins anew shows at its next playhead.
    mutating func loadAd(_ values: [String: String], at time: NielsenTime, into effects: inout [NielsenEffect]) {
        interruptContent(at: time, into: &effects)
        content?.wasLeftForAd = true
        let wasPlaying = active == .ad
        active = .ad
        guard var view = ad, view.isSameAsset(values) else {
            if let ad { finish(ad, at: time, into: &effects) }
            ad = makeView(.ad, values)
            return
        }
        view.mayBeginAnew = true
        resume(&view, values, wasPlaying: wasPlaying, at: time, &effects)
        ad = view
    }

    /// Goes on with a view that was loaded again: after a stop, to change its metadata, or without need.
    private mutating func resume(
        _ view: inout AssetView,
        _ values: [String: String],
        wasPlaying: Bool,
        at time: NielsenTime,
        _ effects: inout [NielsenEffect]
    ) {
        if !wasPlaying {
            view.interrupt(at: time)
        } else if view.metadata == values {
            let isNeedless = view.account.runPlayhead != nil
            view.account.restart()
            if isNeedless { remark(.reloaded(view.lane, view.assetid), &effects) }
        }
        if view.lane == .content, view.metadata != values { noteChange(&view, values, &effects) }
        view.metadata = values
    }

    /// Says once a view that its metadata did not stay the same. Source: S0, "Create Content Metadata".
    private func noteChange(_ view: inout AssetView, _ values: [String: String], _ effects: inout [NielsenEffect]) {
        guard !view.isReportedChanged else { return }
        view.isReportedChanged = true
        let (old, new) = (view.metadata, values)
        let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        let shown = keys.prefix(Self.changesShown).map { NielsenText.shown($0) }
        effects.append(.remark(.warning, .contentChanged(view.assetid, shown)))
    }

    /// How many changed keys are named.
    private static let changesShown = 8

    mutating func makeView(_ lane: NielsenLane, _ values: [String: String]) -> AssetView {
        viewCount += 1
        return AssetView(lane: lane, number: viewCount, metadata: values, thresholds: configuration.thresholds)
    }

    // MARK: - Playing

    mutating func playContent(_ position: Int64, at time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard content != nil else { return }
        if content?.wasLeftForAd == true { noteReturn(to: position, &effects) }
        let last = content?.account.runPlayhead
        if let view = content, view.account.lastPlayhead == nil { remarkFirst(position, of: view, &effects) }
        let shortfall = content?.account.playhead(position, at: time.instant) ?? 0
        if shortfall > 0 || content.map({ Self.isBeyond(position, $0) }) == true, let view = content {
            remarkStep(to: position, from: last, shortfall: shortfall, of: view, &effects)
        }
        if viewability.isOn {
            viewability.advance(
                &content,
                to: position,
                at: time,
                maximumStep: configuration.thresholds.maximumPlayheadStep
            )
        }
        if content?.isSeen == false || content?.account.isDurationDue == true {
            tell(&content, at: time, into: &effects)
        }
    }

    /// Says where content does not go on at the place that it was left at for an ad.
    ///
    /// Live streams go on while an ad is shown; what they tell is seconds since 1970.
    ///
    /// Source: S0, "Use Case 2: Content has Advertisements".
    private mutating func noteReturn(to position: Int64, _ effects: inout [NielsenEffect]) {
        content?.wasLeftForAd = false
        guard let view = content, let last = view.account.lastPlayhead, position < Self.earliestLivePlayhead,
            case let (step, isOverflow) = position.subtractingReportingOverflow(last),
            isOverflow || step.magnitude > UInt64(clamping: configuration.thresholds.maximumPlayheadStep)
        else { return }
        effects.append(.remark(.warning, .contentJumped(view.assetid, from: last, to: position)))
    }

    private static func isBeyond(_ position: Int64, _ view: AssetView) -> Bool {
        guard let length = view.length, length > 0 else { return false }
        return position > length + 1
    }

    mutating func playAd(_ position: Int64, at time: NielsenTime, into effects: inout [NielsenEffect]) {
        if let view = ad, view.mayBeginAnew {
            ad?.mayBeginAnew = false
            // Ads begin from 0. Nearer to that than to where it was, it is shown once more; players that are paused may go
            // on a little before the place of the pause.
            let isAtStart = view.account.totalSeconds <= 1
            if let last = view.account.lastPlayhead, position * 2 < last || position == last && isAtStart {
                finish(view, at: time, into: &effects)
                ad = makeView(.ad, view.metadata)
            }
        }
        guard ad != nil else { return }
        if position > Int64(configuration.thresholds.maximumPlayheadStep), let view = ad,
            view.account.lastPlayhead == nil
        {
            effects.append(.remark(.warning, .adBeganLate(view.assetid, position)))
        }
        if let view = ad, let last = view.account.runPlayhead, last > 1, position <= 1 {
            remark(.adRestarted(view.assetid), &effects)
        }
        ad?.account.playhead(position, at: time.instant)
        if viewability.isOn {
            viewability.advance(&ad, to: position, at: time, maximumStep: configuration.thresholds.maximumPlayheadStep)
        }
        if ad?.isSeen == false || ad?.account.isDurationDue == true {
            tell(&ad, at: time, into: &effects)
        }
        if let view = ad, !view.isReportedLong, view.account.totalSeconds > configuration.thresholds.longAdSeconds {
            ad?.isReportedLong = true
            let message =
                "the ad \"\(NielsenText.shown(view.assetid))\" runs longer than \(configuration.thresholds.longAdSeconds) s; "
                + "call stop when an ad is over and load the content again"
            effects.append(.error(NielsenError(.longAd, message, key: "assetid"), at: time.unixMilliseconds))
        }
    }

    /// Makes the records that are due: the view first, then full durations.
    func tell(_ view: inout AssetView?, at time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard var told = view else { return }
        if !told.isSeen {
            told.isSeen = true
            effects.append(.record(record(.view, told, [], 0, at: time)))
            told.viewability?.flush()
        }
        while told.account.isDurationDue {
            let (segments, seconds) = told.account.takeDuration()
            effects.append(.record(record(.duration, told, segments, seconds, at: time)))
            told.viewability?.flush()
        }
        view = told
    }

    // MARK: - Stopping

    /// Interrupts playback. A postroll after the end of its content has nothing to come back to and is over.
    ///
    /// - Parameter endsPostroll: False where something has come between and the postroll goes on afterwards.
    mutating func interrupt(at time: NielsenTime, endsPostroll: Bool = true, into effects: inout [NielsenEffect]) {
        tell(.stop, at: time, into: &effects)
        interruptContent(at: time, into: &effects)
        ad?.interrupt(at: time)
        if ad?.account.isDurationDue == true { tell(&ad, at: time, into: &effects) }
        if endsPostroll, active == .ad, content == nil, let view = ad,
            view.metadata["type"] == NielsenAssetType.postroll.rawValue
        {
            finish(view, at: time, into: &effects)
            ad = nil
        }
        active = nil
    }

    private mutating func interruptContent(at time: NielsenTime, into effects: inout [NielsenEffect]) {
        content?.interrupt(at: time)
        if content?.account.isDurationDue == true { tell(&content, at: time, into: &effects) }
    }

    /// Ends the views of the ad and of the content.
    mutating func finishPlayback(at time: NielsenTime, into effects: inout [NielsenEffect]) {
        if let view = ad { finish(view, at: time, into: &effects) }
        if let view = content { finish(view, at: time, into: &effects) }
        ad = nil
        content = nil
        tell(.end, at: time, into: &effects)
    }

    /// Tells those who make pings of a turn of the stream.
    func tell(_ boundary: StreamBoundary, at time: NielsenTime, into effects: inout [NielsenEffect]) {
        let playhead = (active == .ad ? ad : content)?.account.lastPlayhead
        effects.append(
            .boundary(boundary, playhead: playhead, at: time.unixMilliseconds, optedOut: optedOut, ott: ott)
        )
    }

    /// Tells those who make pings of a button.
    func press(
        _ button: NielsenPlayerButton,
        _ position: Int64?,
        at time: NielsenTime,
        into effects: inout [NielsenEffect]
    ) {
        let playhead = position ?? (active == .ad ? ad : content)?.account.lastPlayhead
        effects.append(.button(button, playhead: playhead, at: time.unixMilliseconds))
    }

    /// Ends everything that is open in any lane.
    mutating func finishAll(at time: NielsenTime, into effects: inout [NielsenEffect]) {
        finishPlayback(at: time, into: &effects)
        finishPage(at: time, into: &effects)
    }

    /// Ends a view. A view without a single playhead was never seen, so there is nothing to tell.
    mutating func finish(_ view: AssetView, at time: NielsenTime, into effects: inout [NielsenEffect]) {
        guard view.isSeen else { return }
        var rest = view
        rest.interrupt(at: time)
        let (segments, seconds) = rest.account.takeDuration()
        effects.append(.record(record(.end, rest, segments, seconds, at: time)))
        if finished.count >= max(1, configuration.thresholds.maximumAssetsKept) { finished.removeFirst() }
        finished.append(rest.credit(ended: true))
    }

    // MARK: - Records

    func record(
        _ kind: NielsenMeasurementRecord.Kind,
        _ view: AssetView,
        _ segments: [Int64],
        _ seconds: Int,
        at time: NielsenTime
    ) -> NielsenMeasurementRecord {
        var record = NielsenMeasurementRecord(
            kind: kind,
            session: session,
            lane: view.lane,
            assetid: view.assetid,
            view: view.number,
            segments: segments,
            seconds: seconds,
            totalSeconds: view.account.totalSeconds,
            playhead: view.lane == .static ? nil : view.account.lastPlayhead,
            optedOut: optedOut,
            time: time.unixMilliseconds,
            metadata: channel.isEmpty ? view.metadata : view.metadata.merging(channel) { own, _ in own },
            ott: ott,
            viewability: view.viewability?.json
        )
        record.instant = time.instant
        return record
    }

    /// What every view was credited with, those that go on included.
    func creditSummary(at time: NielsenTime) -> [NielsenCredit] {
        var now = self
        if now.page != nil {
            var ignored: [NielsenEffect] = []
            now.advancePage(to: time, into: &ignored)
        }
        let open = [now.content, now.ad, now.page].compactMap { view in
            guard var view, view.isSeen else { return NielsenCredit?.none }
            view.interrupt(at: time)
            return view.credit(ended: false)
        }
        return (finished + open).sorted { $0.view < $1.view }
    }
}
