// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The position of the playhead, and the times at which the heartbeat runs.
extension NielsenDCRTranslator {
    /// Starts the heartbeat of an asset that begins.
    mutating func begin(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        reported = nil
        beat(from: position(moment), otherwise: 0, moment, &effects)
    }

    /// Starts the heartbeat of an asset that resumes.
    mutating func restart(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        let next = asset == .ad ? nextOfAd : nextOfContent
        beat(from: position(moment), otherwise: next ?? 0, moment, &effects)
    }

    private mutating func beat(
        from position: Int64?,
        otherwise usual: Int64,
        _ moment: Moment,
        _ effects: inout [NielsenDCREffect]
    ) {
        let first = position ?? usual
        isOpen = true
        heartbeat.start(at: first, now: moment.time.now)
        if let position { note(position, at: moment.time.now, isToldAgain: true) } else { goOn(from: first) }
        effects.append(.heartbeatStarted(at: first))
    }

    /// Stops the heartbeat.
    ///
    /// - Parameters:
    ///   - moment: The event that stops it, with its time.
    ///   - isFinal: Whether a last playhead is sent, if one is known.
    ///   - effects: Receives the resulting calls.
    mutating func hold(_ moment: Moment, isFinal: Bool, _ effects: inout [NielsenDCREffect]) {
        heartbeat.stop()
        effects.append(.heartbeatStopped)
        let told = position(moment)
        let last = told.map { (position: $0, at: moment.time.now) } ?? reported
        if isFinal, let last { effects.append(.playhead(last.position, at: last.at)) }
        if let told { note(told, at: moment.time.now, isToldAgain: !isFinal) }
    }

    /// Stores a playhead, and the position at which to continue after it.
    ///
    /// - Parameters:
    ///   - position: The playhead.
    ///   - instant: The time at which playback was there.
    ///   - isToldAgain: Whether a beat will report the same playhead again.
    mutating func note(_ position: Int64, at instant: Instant, isToldAgain: Bool) {
        reported = (position, instant)
        goOn(from: isToldAgain || position == .max ? position : position + 1)
    }

    private mutating func goOn(from next: Int64) {
        if asset == .ad { nextOfAd = next } else { nextOfContent = next }
    }

    // MARK: - Reading

    /// The largest playhead that the SDK accepts.
    private static let largest: Int64 = 100_000_000_000

    /// Returns the playhead of an event; nil if it has none that can be used.
    ///
    /// Live streams are reported in seconds since 1970, by an offset from now that is not positive. Whether content is
    /// live is stored for the events that do not say so; it then determines how to read a position, not that there is
    /// one.
    private mutating func position(_ moment: Moment) -> Int64? {
        let told = moment.properties.integer(.position)
        let isOfContent = asset != .ad && moment.name != .adPlaying && moment.name != .adCompleted
        let saysLive = moment.properties.value(.livestream).map(SegmentCoercion.truth)
        if isOfContent, let saysLive { isLive = saysLive }
        if saysLive ?? (isOfContent && isLive) {
            guard told != nil || saysLive != nil else { return nil }
            return livePosition(told ?? 0, moment.time.unixSeconds)
        }
        guard let told, (0...Self.largest).contains(told) else { return nil }
        return told
    }

    private func livePosition(_ told: Int64, _ unixSeconds: Int64) -> Int64 {
        // A positive offset would be in the future.
        let offset = settings.sendCurrentTimeLivestream ? 0 : min(0, told)
        let (position, overflow) = unixSeconds.addingReportingOverflow(offset)
        return overflow ? 0 : min(max(0, position), Self.largest)
    }
}
