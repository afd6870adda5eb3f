// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The positions.
extension Certifier {
    mutating func playhead(_ value: JSONValue?, at place: LogPlace) {
        guard let position = position(value, at: place) else { return }
        playhead(position, at: place)
    }

    /// Reads a position; reports what is wrong with it.
    mutating func position(_ value: JSONValue?, at place: LogPlace) -> Double? {
        guard let value, let number = CallLogReader.number(value) else {
            let shown = value.map(CallLogReader.shown) ?? "missing"
            find(.playheadNotInteger, at: place, cost: 1, "The position is \(shown), and not a whole number.")
            return nil
        }
        if number < 0 {
            find(.playheadNegative, at: place, cost: 1, "The position is \(CallLogReader.shown(value)).")
            if number != number.rounded() {
                find(.playheadNotInteger, at: place, cost: 1, "The position is \(CallLogReader.shown(value)).")
            }
            return nil
        }
        if number > limits.largestPlayhead {
            let shown = CallLogReader.shown(value)
            find(.playheadMilliseconds, at: place, "The position \(shown) is more than any number of seconds.")
            // A time since 1970 in milliseconds has thirteen digits.
            return (1_000_000_000_000..<10_000_000_000_000).contains(number) ? (number / 1000).rounded(.down) : nil
        }
        if number != number.rounded() {
            let shown = CallLogReader.shown(value)
            find(.playheadNotInteger, at: place, cost: 1, "The position \(shown) is not a whole number.")
        }
        return number.rounded(.down)
    }

    mutating func playhead(_ position: Double, at place: LogPlace) {
        settleBufferingStop()
        view.isUsed = true
        switch phase {
        case .nothing:
            find(
                .resumeWithoutLoadMetadata,
                at: place,
                cost: 1,
                "Playhead \(shown(position)) comes before any loadMetadata."
            )
        case .ended:
            find(.playheadAfterComplete, at: place, cost: 1, "Playhead \(shown(position)) comes after end.")
        case .stopped(let lane): stoppedPlayhead(position, lane, at: place)
        case .loaded(let lane):
            phase = .playing(lane)
            play(position, lane, at: place)
        case .playing(let lane): play(position, lane, at: place)
        }
    }

    // MARK: - After a stop

    private mutating func stoppedPlayhead(_ position: Double, _ lane: NielsenLane, at place: LogPlace) {
        if isStopExplained { return }
        let near = lastPlayheadBeforeStop.map { (position - $0).magnitude <= 2 } ?? false
        if latePlayhead == nil, near, place.time - stopTime <= 1, !view.findings.contains(afterStop(lane)) {
            latePlayhead = place
            return
        }
        settleLatePlayhead()
        missLoad(lane, at: place)
    }

    private func afterStop(_ lane: NielsenLane) -> Rule {
        lane == .ad && !view.hasEnded ? .contentNotReloaded : .resumeWithoutLoadMetadata
    }

    private mutating func missLoad(_ lane: NielsenLane, at place: LogPlace) {
        // The pause is over, and the cases that it belongs to fail by this rule.
        if let ended {
            noteAbsence(ended.kind, ended.end - ended.start)
            self.ended = nil
        } else if lane == .content, !hasPlayerEvents, !view.findings.contains(.resumeWithoutLoadMetadata) {
            noteAbsence(.pause, place.time - stopTime)
        }
        let what = lane == .ad ? "the stop of an ad" : "stop"
        find(afterStop(lane), at: place, cost: 1, "A playhead comes after \(what), and nothing was loaded since.")
    }

    /// Decides about a playhead that came just after a stop, when the next call is known.
    mutating func settleLatePlayhead(isFinal: Bool = false) {
        guard let late = latePlayhead else { return }
        latePlayhead = nil
        if isFinal {
            find(.finalPlayheadMissing, at: late, cost: 1, "The last position comes after stop, and not before.")
        } else if case .stopped(let lane) = phase {
            missLoad(lane, at: late)
        }
    }

    // MARK: - Playing

    private mutating func play(_ position: Double, _ lane: NielsenLane, at place: LogPlace) {
        if isContentInAd(position, lane) {
            phase = .stopped(.ad)
            closeRun()
            find(
                .contentNotReloaded,
                at: place,
                cost: 1,
                "Playhead \(shown(position)) belongs to the content, and the ad is still loaded."
            )
            return
        }
        judgeHolds(at: place)
        judgeRepeats(position, lane, at: place)
        if lane == .content {
            judgeContent(position, at: place)
            noteChannel(nil, at: place)
        } else if lane == .ad {
            if !hasAdPlayed, position > 2 {
                let what = ad?.shown ?? ""
                find(.adPlayheadNotFromZero, at: place, "The ad \(what) begins at \(shown(position)).")
            }
            hasAdPlayed = true
        }
        judgeStep(position, lane, at: place)
        run.last = StreamView.Position(value: position, time: place.time)
        lastPlayheadBeforeStop = position
        view.playheads += 1
        view.streamEnd = place.time
        if lane == .content {
            view.last = run.last
            hasAdRun = false
            view.highest = max(view.highest, position)
        }
        isReloadAllowed = false
    }

    private func isContentInAd(_ position: Double, _ lane: NielsenLane) -> Bool {
        guard lane == .ad, let ad = run.last, let content = view.last, content.value > 1 else { return false }
        return (position - content.value).magnitude <= limits.playheadStep
            && (position - ad.value).magnitude > limits.playheadStep
    }

    private mutating func judgeRepeats(_ position: Double, _ lane: NielsenLane, at place: LogPlace) {
        if let play = repeatedPlay {
            repeatedPlay = nil
            find(.playEverySecond, at: play, cost: 1, "play is called in the middle of playback.")
        }
        let last = run.last?.value
        let isRestart = lane == .ad && position <= 1 && (last ?? 0) > 1
        if isRestart {
            find(
                .adRestarted,
                at: repeatedLoad ?? place,
                "The ad \(ad?.shown ?? "") begins again at \(shown(position)) without a stop."
            )
            closeRun()
        } else if let load = repeatedLoad {
            let step = position - (last ?? position)
            // A player that winds may load what it plays at the new position.
            let isSeek = step < 0 || step > limits.playheadStep
            if !isSeek {
                let what = (lane == .ad ? ad : view.content)?.shown ?? ""
                find(.loadMetadataPerPlayhead, at: load, cost: 1, "loadMetadata comes again while \(what) plays.")
            }
        }
        repeatedLoad = nil
    }

    private mutating func judgeContent(_ position: Double, at place: LogPlace) {
        let isFirst = view.last == nil
        if isFirst { judgeOrder(at: place) }
        let isEpoch = position >= limits.epochPlayhead
        if isEpoch { view.isEpoch = true }
        guard let content = view.content, let length = content.length else { return }
        if isFirst, content.isLive, !isEpoch {
            find(
                .liveNotEpoch,
                at: place,
                "\(content.shown) is live by its length, and its position is \(shown(position))."
            )
        }
        guard !content.isLive else { return }
        if isEpoch {
            find(
                .epochWithLength,
                at: place,
                "\(content.shown) has a length of \(shown(length)) s, and its position is a time since 1970."
            )
        } else if position > length.rounded(.up) {
            find(
                .playheadBeyondLength,
                at: place,
                "Playhead \(shown(position)) lies beyond the length of \(content.shown), \(shown(length)) s."
            )
        }
    }

    private mutating func judgeOrder(at place: LogPlace) {
        guard !isEventMode else { return }
        let shown = view.content?.shown ?? ""
        if !hasPlay {
            find(.playMissing, at: view.loaded ?? place, "\(shown) is played without a play before it.")
        } else if loadBeforePlay != nil {
            find(.loadMetadataBeforePlay, at: view.loaded ?? place, "loadMetadata of \(shown) comes before play.")
        }
        loadBeforePlay = nil
    }

    // MARK: - Steps

    private mutating func judgeStep(_ position: Double, _ lane: NielsenLane, at place: LogPlace) {
        guard let last = run.last else {
            if lane == .content { judgeReturn(position, at: place) }
            return
        }
        let elapsed = max(0, place.time - last.time)
        if !hasPlayerEvents, !isEventMode, elapsed > limits.buffering, (position - last.value).magnitude <= limits.pause
        {
            missStop(place, "the gap of \(CheckText.duration(elapsed)) before it", inferred: true)
            view.pause = max(view.pause ?? 0, elapsed)
        }
        note(run.meter.step(from: last.value, to: position, elapsed: elapsed, at: place), at: place)
    }

    /// Notes a seek that was made while nothing played.
    private mutating func judgeReturn(_ position: Double, at place: LogPlace) {
        guard let last = view.last else { return }
        let step = position - last.value
        if hasAdRun, !view.isEpoch, step > limits.playheadStep || step < -2 {
            find(
                .contentPositionAfterAd,
                at: place,
                "The content was left at \(shown(last.value)), and goes on at \(shown(position)) after the ad."
            )
        }
        if step > limits.playheadStep, step - (place.time - last.time) >= limits.skip {
            view.forward = max(view.forward ?? 0, step)
        } else if step <= 0 - limits.rewind {
            view.back = max(view.back ?? 0, 0 - step)
        } else if step >= 2, isContentStopped, stopTime - last.time >= 0.9, step <= limits.playheadStep,
            phase == .playing(.content)
        {
            find(
                .finalPlayheadMissing,
                at: place,
                cost: step - 1,
                "Playback continues at \(shown(position)), and the last position before the stop was \(shown(last.value))."
            )
        }
    }

    mutating func note(_ reports: [StepMeter.Report], at place: LogPlace? = nil) {
        let place = place ?? now
        for report in reports {
            switch report {
            case .milliseconds:
                find(.playheadMilliseconds, at: place, "The positions advance by a thousand a second.")
            case .forward(let seconds): view.forward = max(view.forward ?? 0, seconds)
            case .back(let seconds): view.back = max(view.back ?? 0, seconds)
            case .skip(let place, let from, let to):
                find(
                    .skipReportedAsPlay,
                    at: place,
                    "The position goes from \(shown(from)) to \(shown(to)) in less time than that."
                )
            case .faster:
                find(.fasterThanTime, at: place, "The positions run faster than time.")
            }
        }
    }

    /// A number of seconds, whole where it is.
    private func shown(_ seconds: Double) -> String { CheckJSON.number(seconds).jsonText }
}
