// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The calls of the app: what is remembered of them, and what becomes of them while something has come between.
extension NielsenLifecycle {
    /// Takes a call of the app.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - now: The time on a clock that never jumps.
    /// - Returns: The calls to make: this one, none, or `stop` where a wait has become too long.
    public mutating func handle(_ call: NielsenCall, at now: Instant) -> [NielsenCall] {
        switch admit(call, at: now) {
        case .pass: [call]
        case .withhold: []
        case .instead(let other): [other]
        }
    }

    /// The same without a list: this is asked once a second and more.
    mutating func admit(_ call: NielsenCall, at now: Instant) -> Verdict {
        switch call {
        case .playheadPosition, .sendID3:
            if isWithholding { return withhold(call, now) }
            if resumed != nil { resumed = nil }
            if awaitsPlayhead, case .playheadPosition = call { awaitsPlayhead = false }
            return .pass
        case .play(let info): return play(info)
        case .loadMetadata(let values): return load(values, now)
        case .stop: return stop()
        case .end:
            forgetHold()
            content = nil
            ad = nil
            playing = nil
            return .pass
        case .staticEnd: return leavePage(now)
        case .updateOTT(let info):
            ott = info
            return .pass
        case .userOptOut: return .pass
        }
    }

    // MARK: - Playback

    private mutating func withhold(_ call: NielsenCall, _ now: Instant) -> Verdict {
        if case .playheadPosition = call { times.withheldPlayhead() }
        noteStall(now)
        return isHeld && hold() ? .instead(.stop) : .withhold
    }

    private mutating func play(_ info: [String: String]) -> Verdict {
        if resumed != nil, info.isEmpty || info == channel { return .withhold }
        endWhatTheAppKnows()
        if !info.isEmpty { channel = info }
        if playing != nil, awaitsPlayhead, !isHeld {
            forgetHold()
            return .pass
        }
        forgetHold()
        ad = nil
        if isHeld {
            // A stop was made already, and the one before `play` with it.
            content = nil
            owesPlay = true
            return .withhold
        }
        playing = nil
        return .pass
    }

    private mutating func load(_ values: [String: String], _ now: Instant) -> Verdict {
        guard let lane = Self.lane(of: values) else { return .pass }
        guard lane != .static else { return loadPage(values, now) }
        if resumed == lane, values == (lane == .ad ? ad : content) { return .withhold }
        endWhatTheAppKnows()
        if lane == .ad {
            ad = values
        } else {
            content = values
            ad = nil
        }
        if isHeld {
            interrupted = lane
            if lane == .content { owesContent = true }
            return .withhold
        }
        forgetHold()
        playing = lane
        awaitsPlayhead = true
        return .pass
    }

    private mutating func stop() -> Verdict {
        // What was stopped here is not stopped once more; it goes on all the same when nothing comes between any more.
        if isHeld, interrupted != nil { return .withhold }
        stopped = playing ?? stopped
        playing = nil
        resumed = nil
        return .pass
    }

    // MARK: - Pages

    private mutating func loadPage(_ values: [String: String], _ now: Instant) -> Verdict {
        let isSame = page?["section"] == values["section"] && page?["assetid"] == values["assetid"]
        page = values
        guard !isPageHeld else { return .withhold }
        if !isPageShown || !isSame { show(values, now) }
        return .pass
    }

    private mutating func leavePage(_ now: Instant) -> Verdict {
        let wasHidden = page != nil && !isPageShown
        page = nil
        isPageShown = false
        times.hide(at: now)
        return wasHidden ? .withhold : .pass
    }

    // MARK: - Metadata

    /// The lane of metadata; nil where its type is unknown, so that nothing comes of it.
    private static func lane(of values: [String: String]) -> NielsenLane? {
        let text = values["type"] ?? values.first { $0.key.lowercased() == "type" }?.value
        guard let text, !NielsenText.isBlank(text) else { return .content }
        return (NielsenAssetType(rawValue: text) ?? NielsenAssetType(loosely: text))?.lane
    }
}
