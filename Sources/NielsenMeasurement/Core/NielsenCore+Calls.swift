// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// The way of a call through the table of states.
extension NielsenCore {
    /// Measures a call that nothing keeps from being carried out.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - isHeld: Whether an interruption holds what the call is about: then what is loaded begins, and what is
    ///     stopped or left goes on, when the interruption is over.
    ///   - time: When the call was made.
    mutating func measure(_ call: NielsenCall, isHeld: Bool = false, at time: NielsenTime) {
        advance(before: call, to: time)
        if !isHeld, call.subject == .playback { playback.lastActivity = time }
        carryOut(call, isHeld: isHeld, at: time)
        beginDay(at: time)
    }

    private mutating func carryOut(_ call: NielsenCall, isHeld: Bool, at time: NielsenTime) {
        switch call {
        case .playheadPosition(let position):
            playhead(position, at: time)
        case .play(let info):
            guard let verdict = accept(.play, call.name) else { return }
            play(info, verdict, at: time)
        case .loadMetadata(let values):
            load(values, isHeld: isHeld, at: time)
        case .sendID3(let payload):
            guard accept(.sendID3, call.name) != nil else { return }
            hear(payload, at: time)
        case .stop:
            playback.forgetRefusals()
            guard accept(.stop, call.name) != nil else { return }
            interrupt(for: isHeld ? .interruption : .app, at: time)
        case .end:
            end(at: time)
            playback.endStream()
        case .staticEnd:
            guard accept(.staticEnd, call.name) != nil else { return }
            finishPage(at: time)
            if !isHeld { playback.page = NielsenTrack() }
        case .updateOTT(let info):
            guard accept(.updateOTT, call.name) != nil else { return }
            connect(info, at: time)
        case .userOptOut(let text):
            optOut(text, at: time)
        }
    }

    private mutating func play(_ info: [String: String], _ verdict: NielsenStateMachine.Verdict, at time: NielsenTime) {
        if verdict == .acceptAfterStop, playback.isLoadedAndNotBegun {
            // Published integrations load first and play then; what is loaded stays loaded.
            remark(.loadMetadataBeforePlay(playback.activeTrack?.asset?.assetid ?? ""))
        } else {
            if verdict == .acceptAfterStop {
                log(.warning, .stopInserted(before: .play))
                interrupt(for: .app, at: time)
            }
            playback.run = .nothing
            playback.forgetRefusals()
        }
        playback.hasPlayed = true
        notePlay(at: time)
        if !info.isEmpty {
            playback.channel = openChannel(info, at: time)
        } else if playback.isChannelOver {
            playback.channel = [:]
        }
        playback.isChannelOver = false
        playback.tags = HeardTags()
        if let lane = playback.active { adoptChannel(lane, at: time) }
    }

    /// Handles an event that comes while nothing is measured; the user's choice still counts.
    mutating func ignoreEvent(_ event: NielsenTrackEvent, at time: NielsenTime) {
        if let choice = event.optOut, accept(.userOptOut, "userOptOut") != nil { choose(choice, at: time) }
        _ = accept(.playheadPosition, "trackEvent")
    }

    /// Checks the channel information of `play`; an empty name is replaced by the default one.
    private mutating func openChannel(_ info: [String: String], at time: NielsenTime) -> [String: String] {
        guard info != playback.channel else { return info }
        let issues = NielsenMetadataRules.check(
            info,
            .channel,
            subject: "play",
            readsFoldedKeys: settings.inputMode == .lenient
        )
        report(issues.map(NielsenIssue.finding), at: time)
        var channel = info
        if let name = info["channelName"], NielsenText.isBlank(name) {
            channel["channelName"] = NielsenMetadata.defaultChannelName
        }
        return channel
    }

    private mutating func load(_ values: [String: String], isHeld: Bool, at time: NielsenTime) {
        var issues: [NielsenValidationIssue] = []
        // What is loaded again, for a resume, was checked and reported the first time.
        let known = playback.loaded(values)
        let asset = known ?? read(values, issues: &issues)
        guard let lane = asset.lane else { return report(issues.map(NielsenIssue.finding), at: time) }
        let input = lane == .static ? NielsenStateMachine.Input.loadStatic : .loadMetadata
        guard isHeld || accept(input, "loadMetadata") != nil else { return }
        if known == nil {
            report(issues.map(NielsenIssue.finding), at: time)
            if lane == .static {
                report(staticLimits.add(asset.metadata).map(NielsenIssue.finding), at: time)
            }
        }
        switch lane {
        case .content, .ad: load(asset, lane, isHeld: isHeld, at: time)
        case .static: loadPage(asset, isHeld: isHeld, at: time)
        }
    }

    private func read(_ values: [String: String], issues: inout [NielsenValidationIssue]) -> NielsenAsset {
        NielsenAsset(values, readsFoldedKeys: settings.inputMode == .lenient, issues: &issues)
    }

    /// The asset that metadata describes, whether it is loaded or not.
    func asset(of values: [String: String]) -> NielsenAsset {
        var ignored: [NielsenValidationIssue] = []
        return playback.loaded(values) ?? read(values, issues: &ignored)
    }

    private mutating func playhead(_ position: Int64, at time: NielsenTime) {
        if state == .idle, isMeasuring { remarkUnloaded(position, at: time) }
        guard accept(.playheadPosition, "playheadPosition") != nil else { return }
        var position = position
        if position > 100_000_000_000, let seconds = NielsenTrackEventReader.seconds(ofMilliseconds: position) {
            remark(.playheadMilliseconds(position))
            position = seconds
        }
        guard position >= 0, position <= min(settings.thresholds.maximumPlayhead, Self.largestPlayhead) else {
            return report(Self.invalidPlayhead(String(position)), at: time)
        }
        switch playback.active {
        case .content: playContent(position, at: time)
        case .ad: playAd(position, at: time)
        case .static, nil:
            remarkUnloaded(position, at: time)
        }
    }

    private mutating func end(at time: NielsenTime) {
        let isPaused = playback.content.view != nil || playback.ad.view != nil || playback.tags.newest != nil
        if state == .idle, !isClosed, isPaused {
            // A stream that was paused and then left is over; its end flag must not wait for the next stream. One of
            // watermarks alone needs no metadata.
            log(.debug, .endedWhilePaused)
        } else if accept(.end, "end") == nil {
            return
        }
        playback.completed = nil
        if let asset = playback.content.asset, let last = playback.content.view?.account.lastPlayhead {
            playback.completed = CompletedAsset(asset: asset, position: last, time: time)
        }
        finishPlayback(at: time)
        pendingTurns = []
        playback.isChannelOver = true
        playback.hasPlayed = false
        playback.tags = HeardTags()
    }

    /// Whatever is configured: below this, sums of playheads cannot overflow.
    private static let largestPlayhead: Int64 = 1_000_000_000_000_000

    package static func invalidPlayhead(_ shown: String) -> NielsenError {
        NielsenError(
            .invalidPlayheadPosition,
            "playhead position \(NielsenText.shown(shown)) is not an integer from 0 to 10^11; pass seconds of the asset, or "
                + "seconds since 1970 for live streams",
            key: "playheadPosition",
            rule: Rule.brokenByPlayhead(shown.filter { $0 != "\"" }, limit: 100_000_000_000)?.name
        )
    }
}
