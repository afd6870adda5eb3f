// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The classic calls that begin and end something.
extension Certifier {
    mutating func play(_ info: JSONValue?, at place: LogPlace) {
        settleLatePlayhead()
        if view.hasEnded {
            closeRun()
            closeView()
            phase = .nothing
        }
        let channel = lenient.strings(in: info ?? .null) ?? [:]
        if let info, !info.isNull, info != .object([:]), info != .string("") {
            let issues = validator.validate(.play, info).filter {
                // A channel without a name has the default one, as documented; only an empty name is a mistake.
                $0.rule != "CHANNELNAME_EMPTY_DEFAULTED" || channel["channelName"] != nil
                    || channel["channelname"] != nil
            }
            view.findings.add(issues, at: place)
        }
        if let model = channel["adModel"] { channelModel = model }
        if let name = channel["channelName"] ?? channel["channelname"], !name.isEmpty { channelName = name }
        switch phase {
        case .playing where !isReloadAllowed && holds.isEmpty: repeatedPlay = place
        case .loaded where view.playheads == 0 && !playSinceStop: loadBeforePlay = loadBeforePlay ?? place
        case .nothing, .loaded, .playing, .stopped, .ended: break
        }
        hasPlay = true
        playSinceStop = true
    }

    mutating func load(_ metadata: JSONValue?, at place: LogPlace) {
        let issues = validator.validate(.metadata, metadata ?? .null)
        let values = lenient.strings(in: metadata ?? .null) ?? [:]
        guard let asset = LoggedAsset(values) else { return view.findings.add(issues, at: place) }
        if asset.lane == .static { return loadPage(asset, issues, at: place) }
        load(asset, at: place)
        view.findings.add(issues, at: place)
    }

    mutating func load(_ asset: LoggedAsset, at place: LogPlace) {
        settleLatePlayhead(isFinal: true)
        settleBufferingStop()
        if asset.lane == .content { loadContent(asset, at: place) } else { loadAd(asset, at: place) }
        view.isUsed = true
        view.loaded = view.loaded ?? place
        view.streamStart = view.streamStart ?? place.time
        view.adModel = asset.adModel ?? view.adModel ?? channelModel
    }

    private mutating func loadContent(_ asset: LoggedAsset, at place: LogPlace) {
        if view.hasEnded {
            closeRun()
            closeView()
            phase = .nothing
        }
        let isSame = view.content.map { $0.id == asset.id } ?? true
        if isSame, let old = view.content {
            let changed = old.values.filter { asset.values[$0.key].map { $0.isEmpty } == false }
                .filter { asset.values[$0.key] != $0.value && $0.key.lowercased() != "channelname" }.keys.sorted()
            if let key = changed.first {
                find(
                    .contentMetadataChanged,
                    at: place,
                    "\(key) of \(asset.shown) was \"\((old.values[key] ?? "").prefix(48))\", and now is "
                        + "\"\((asset.values[key] ?? "").prefix(48))\"."
                )
            }
        }
        switch phase {
        case .playing(.content) where isSame:
            if reload(asset, view.content, at: place) { return }
        case .playing(.ad):
            endUnstoppedAd(at: place, when: "content is loaded")
        case .playing: endRun(at: place)
        case .stopped(.content) where isSame: continueView(at: place)
        default: break
        }
        if !isSame {
            closeView()
            channelModel = playSinceStop ? channelModel : nil
        }
        noteChannel(asset.values["channelName"] ?? asset.values["channelname"], at: place)
        view.content = asset
        begin(.content)
    }

    private mutating func loadAd(_ asset: LoggedAsset, at place: LogPlace) {
        let isSame = ad.map { $0.id == asset.id } ?? false
        switch phase {
        case .playing(.ad) where isSame:
            if reload(asset, ad, at: place) { return }
        case .playing(.ad):
            endUnstoppedAd(at: place, when: "the next one is loaded")
        case .playing where isEventMode:
            // No event can say the content's last position before the ad's first; the SDK credits up to the ad.
            closeRun()
        case .playing: endRun(at: place)
        case .stopped(.ad) where isSame: continueView(at: place)
        default: break
        }
        if !isSame { hasAdPlayed = false }
        ad = asset
        hasAdRun = true
        begin(.ad)
    }

    /// Ends an ad that still plays when something else is loaded, which only the classic calls forbid.
    private mutating func endUnstoppedAd(at place: LogPlace, when next: String) {
        if !isEventMode {
            find(.adNotStopped, at: place, "The ad \(ad?.shown ?? "") still plays when \(next).")
        }
        endRun(at: place)
    }

    /// Compares the name of the channel with that of the view, once playback shows that the view goes on.
    mutating func noteChannel(_ name: String?, at place: LogPlace) {
        guard let name = name ?? channelName, !name.isEmpty else { return }
        guard let old = view.channelName else {
            view.channelName = name
            return
        }
        guard old != name else { return }
        find(
            .channelNameChanged,
            at: place,
            "The channel was \"\(old.prefix(48))\", and now is \"\(name.prefix(48))\"."
        )
    }

    private mutating func begin(_ lane: NielsenLane) {
        repeatedPlay = nil
        repeatedLoad = nil
        isStopExplained = false
        if lane == .ad { isContentStopped = false }
        watermarks.resume(at: now.time)
        closeRun()
        phase = .loaded(lane)
    }

    /// Handles `loadMetadata` of what is playing.
    ///
    /// - Returns: Whether it is needless, so that playback goes on as it was.
    private mutating func reload(_ asset: LoggedAsset, _ old: LoggedAsset?, at place: LogPlace) -> Bool {
        defer { repeatedPlay = nil }
        if isReloadAllowed || !holds.isEmpty {
            isReloadAllowed = false
            return false
        }
        if isEventMode || old?.values != asset.values { return isEventMode }
        let gap = place.time - (run.last?.time ?? place.time)
        if gap > limits.pause {
            missStop(place, "the gap of \(CheckText.duration(gap)) before it", inferred: true)
            view.pause = max(view.pause ?? 0, gap)
            return false
        }
        if let play = repeatedPlay {
            find(.playEverySecond, at: play, cost: 1, "play is called while \(asset.shown) plays.")
        } else {
            repeatedLoad = place
        }
        return true
    }

    mutating func stop(at place: LogPlace) {
        settleLatePlayhead()
        settleBufferingStop()
        for (kind, hold) in holds where !hold.isStopped {
            let delay = place.time - hold.place.time
            if delay > limits.stopDelay, !hold.isExempt {
                missStop(hold.place, "the \(kind.rawValue), and came \(CheckText.duration(delay)) late")
            }
            holds[kind]?.isStopped = true
        }
        switch phase {
        case .playing(let lane):
            endRun(at: place)
            isContentStopped = lane == .content
            phase = .stopped(lane)
        case .loaded(let lane): phase = .stopped(lane)
        case .nothing, .stopped, .ended: return
        }
        repeatedPlay = nil
        playSinceStop = false
        stopTime = place.time
        ended = nil
        view.streamEnd = place.time
        watermarks.stop(at: place.time)
        if let buffering, holds.isEmpty, place.time - buffering.time <= limits.buffering { bufferingStop = place }
    }

    mutating func end(at place: LogPlace) {
        settleLatePlayhead(isFinal: true)
        bufferingStop = nil
        for hold in holds.values where !hold.isStopped && !hold.isExempt {
            if place.time - hold.place.time > limits.stopDelay { missStop(hold.place, "the interruption") }
        }
        holds = [:]
        if case .playing = phase { endRun(at: place) }
        closeRun()
        if case .nothing = phase { return }
        if let content = view.content, let last = view.last {
            completed = (content.id, last.value, place.time)
        }
        repeatedPlay = nil
        view.hasEnded = true
        view.streamEnd = max(view.streamEnd ?? place.time, phase.isStopped ? view.streamEnd ?? place.time : place.time)
        phase = .ended
        ad = nil
        hasPlay = false
        playSinceStop = false
        channelModel = nil
        channelName = nil
    }

    /// Ends a run whose last position should be known.
    private mutating func endRun(at place: LogPlace) {
        let starts = holds.values.map(\.place.time) + [buffering?.time].compactMap { $0 }
        let end = min(place.time, starts.min() ?? place.time)
        if let last = run.last, view.boundaries.count < StreamView.boundaryLimit {
            view.boundaries.append((gap: max(0, end - last.time), place: place))
        }
        closeRun()
    }

    /// Reports what the run's meter had not decided.
    mutating func closeRun() {
        note(run.meter.finish())
        run = Run(meter: StepMeter(limits))
    }

    /// Notes how long playback was away, when the same asset is loaded again.
    private mutating func continueView(at place: LogPlace) {
        let hold = holds.first { $0.key == .pause } ?? holds.first
        let kind: LoggedCall.Interruption
        let seconds: Double
        if let ended {
            (kind, seconds) = (ended.kind, ended.end - ended.start)
        } else if let hold {
            (kind, seconds) = (hold.key, place.time - hold.value.place.time)
        } else {
            // Without events of the player, a stop and a load of the same asset are a pause.
            guard !hasPlayerEvents else { return }
            (kind, seconds) = (.pause, place.time - stopTime)
        }
        noteAbsence(kind, seconds)
        holds = holds.filter { !$0.value.isStopped }
        ended = nil
    }

    mutating func noteAbsence(_ kind: LoggedCall.Interruption, _ seconds: Double) {
        switch kind {
        case .pause: view.pause = max(view.pause ?? 0, seconds)
        case .background: view.background = max(view.background ?? 0, seconds)
        case .call, .lock, .alarm, .network: break
        }
        hasInterruptions = true
        view.interruptions += 1
    }
}

extension Certifier.Phase {
    var isStopped: Bool { if case .stopped = self { true } else { false } }
}
