// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The results of the published cases so far: one view that passes a case decides it, whatever others do.
struct CaseBook: Sendable {
    private var results: [PublishedCase: CheckCase] = [:]
    /// The cases that stay failed, because they hold for the whole log.
    private var final: Set<PublishedCase> = []
    /// Why nothing more can be said of cases without a result; nil for calls, which say all there is.
    var restriction: String?

    mutating func pass(_ id: PublishedCase, _ reason: @autoclosure () -> String) {
        guard results[id]?.verdict != .pass, !final.contains(id) else { return }
        results[id] = CheckCase(id: id.rawValue, verdict: .pass, reason: reason())
    }

    mutating func fail(_ id: PublishedCase, _ reason: @autoclosure () -> String) {
        guard results[id] == nil else { return }
        results[id] = CheckCase(id: id.rawValue, verdict: .fail, reason: reason())
    }

    /// Leaves a case undecided for another reason than that nothing of it is in the input.
    mutating func leave(_ id: PublishedCase, _ reason: String) {
        guard results[id] == nil else { return }
        results[id] = CheckCase(id: id.rawValue, verdict: .undecidable, reason: reason, next: id.next)
    }

    /// Fails a case for good, because its requirement holds for all views.
    mutating func failFinally(_ id: PublishedCase, _ reason: String) {
        guard final.insert(id).inserted else { return }
        results[id] = CheckCase(id: id.rawValue, verdict: .fail, reason: reason)
    }

    func has(_ id: PublishedCase) -> Bool { results[id] != nil }

    /// All cases, in the order of the published lists.
    var all: [CheckCase] {
        PublishedCase.allCases.map { id in
            results[id]
                ?? CheckCase(id: id.rawValue, verdict: .undecidable, reason: restriction ?? id.missing, next: id.next)
        }
    }
}

extension CaseBook {
    /// Judges the cases that a view shows.
    mutating func judge(_ view: StreamView, _ limits: CertificationThresholds) {
        guard view.isUsed else { return }
        judgeVideo(view, limits)
        judgeWatermarks(view, limits)
    }

    private mutating func judgeVideo(_ view: StreamView, _ limits: CertificationThresholds) {
        guard let content = view.content, view.playheads > 0 else { return }
        let error = view.findings.firstError
        let name = content.shown
        judgeEnd(view, content)
        decide(.forward, "The step forward in \(name)", view.forward, needs: limits.forward, isMore: true, error)
        if let back = view.back {
            if let error {
                fail(.rewind, Self.reason(error))
            } else {
                pass(.rewind, "\(name) goes back \(CheckText.duration(back)) and is measured on.")
            }
        }
        decide(.pause, "The pause of \(name)", view.pause, needs: limits.pause, isMore: true, error)
        let stay = "The stay of \(name) in the background"
        decide(.background, stay, view.background, needs: limits.background, isMore: true, error)
    }

    private mutating func judgeEnd(_ view: StreamView, _ content: LoggedAsset) {
        let isPlain = view.forward == nil && view.back == nil && view.pause == nil && view.background == nil
        guard isPlain, view.interruptions == 0, !view.isEpoch, !content.isLive, !content.isStreamAlone else { return }
        let isComplete = content.length.map { view.highest >= $0 - 2 } ?? view.hasEnded
        if let error = view.findings.firstError {
            if view.hasEnded || isComplete { fail(.playToEnd, Self.reason(error)) }
        } else if !view.hasEnded {
            if isComplete { fail(.playToEnd, "\(content.shown) is played to its end, and end is not called.") }
        } else if isComplete {
            pass(.playToEnd, "\(content.shown) is played to its end without a pause, in the right sequence.")
        } else {
            let length = CheckText.duration(content.length ?? 0)
            let end = CheckText.duration(view.highest)
            fail(.playToEnd, "\(content.shown) ends at \(end), before its length of \(length).")
        }
    }

    /// Decides a case by how long something in the view lasts.
    private mutating func decide(
        _ id: PublishedCase,
        _ what: String,
        _ seconds: Double?,
        needs limit: Double,
        isMore: Bool = false,
        _ found: Finding?
    ) {
        guard let seconds else { return }
        let shown = "\(what) is \(CheckText.duration(seconds)) long"
        if let found {
            fail(id, Self.reason(found))
        } else if isMore ? seconds > limit : seconds >= limit {
            pass(id, shown + (isMore ? ", and the sequence is right." : "."))
        } else {
            fail(id, shown + "; the case needs \(isMore ? "more than " : "")\(CheckText.duration(limit)).")
        }
    }

    private mutating func judgeWatermarks(_ view: StreamView, _ limits: CertificationThresholds) {
        guard view.tags > 0 else { return }
        let found = view.findings.firstWatermarkFinding ?? view.findings.firstError
        let played = max(0, (view.streamEnd ?? 0) - (view.streamStart ?? 0) - view.tagsPaused)
        if let found {
            fail(.watermarkPlay, Self.reason(found))
        } else if view.adModel == nil {
            fail(.watermarkPlay, "Neither play nor loadMetadata names the adModel of the stream.")
        } else if view.adModel != "1", view.adModel != "2" {
            fail(.watermarkPlay, "The adModel is \"\(view.adModel?.prefix(16) ?? "")\"; 1 or 2 is right.")
        } else if played >= limits.watermarkPlay {
            pass(.watermarkPlay, "The stream plays \(CheckText.duration(played)) with an adModel and sound watermarks.")
        } else {
            let needed = CheckText.duration(limits.watermarkPlay)
            fail(.watermarkPlay, "The stream plays \(CheckText.duration(played)); the case needs \(needed).")
        }
        decide(.watermarkPause, "The pause of the stream", view.tagPause, needs: limits.watermarkPause, found)
        decide(.watermarkBack, "The step back of the offsets", view.tagBack, needs: limits.watermarkBack, found)
        let forward = "The step forward of the offsets"
        decide(.watermarkForward, forward, view.tagForward, needs: limits.watermarkForward, found)
        if let gap = view.tagGap {
            let place = "line \(gap.place.line)"
            failFinally(.watermarkGaps, "No watermark for \(CheckText.duration(gap.seconds)) before \(place).")
        } else if !has(.watermarkGaps) {
            pass(.watermarkGaps, "Watermarks follow each other without gaps.")
        }
    }

    static func reason(_ finding: Finding) -> String {
        "\(finding.rule)\(finding.line.map { " in line \($0)" } ?? ""): \(finding.message)"
    }
}
