// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenAppApi

/// The destination as a value: it takes events, settings and the time, and returns the calls to make.
///
/// It makes no calls, reads no clock and starts no timer, so that simulation and tests are cheap:
///
/// ```swift
/// var translator = NielsenDCRTranslator()
/// var effects: [NielsenDCREffect] = []
/// translator.track(event, at: time, into: &effects)
/// if let due = translator.nextBeat { translator.advance(to: due, into: &effects) }
/// ```
///
/// Source: "Analytics Swift Nielsen DCR Plugin"; the table is in <doc:EventMapping>.
package struct NielsenDCRTranslator: Sendable {
    /// The kind of asset that was loaded last.
    enum Asset: Sendable {
        case content
        case ad
    }

    /// An event of the Video Spec, read.
    struct Moment {
        let name: VideoEvent
        let properties: SegmentReader
        let options: SegmentOptions
        let time: NielsenDCRTime
    }

    /// The settings, which apply from the next event on.
    package var settings: NielsenDCRSettings {
        didSet { if settings != oldValue { mapping = SegmentMetadata(settings) } }
    }

    /// Whether a stream is open: true between the first call about it and its end.
    package internal(set) var isOpen = false

    private(set) var mapping: SegmentMetadata
    var heartbeat = Heartbeat()
    var asset: Asset?
    /// The channel that was played last.
    private var channel: [String: String] = [:]
    /// The metadata loaded for the content and for the ad, to be loaded again.
    var content: [String: String]?
    var ad: [String: String]?
    /// Whether an ad has not been completed.
    var isAdOpen = false
    /// Whether playback is stopped: true between a stop and the next load.
    var isStopped = false
    /// Whether the content is live, as its events said.
    var isLive = false
    /// The positions at which content and ad continue if an event does not report one.
    var nextOfContent: Int64?
    var nextOfAd: Int64?
    /// The last playhead of the asset, reported by an event or a beat.
    var reported: (position: Int64, at: Instant)?

    /// Makes a translator in its initial state.
    ///
    /// - Parameter settings: The settings.
    package init(settings: NielsenDCRSettings = NielsenDCRSettings()) {
        self.settings = settings
        mapping = SegmentMetadata(settings)
    }

    /// The time at which the next heartbeat is due; nil if none is running.
    package var nextBeat: Instant? { heartbeat.due }

    // MARK: - Time

    /// Makes the heartbeats that are due.
    ///
    /// - Parameters:
    ///   - now: The time. If it is a few seconds late, the missing beats are made; if it is later than that, the
    ///     process was suspended, and the playhead continues from where it was.
    ///   - effects: Receives the calls.
    package mutating func advance(to now: Instant, into effects: inout [NielsenDCREffect]) {
        heartbeat.see(now)
        while let due = heartbeat.due, let position = heartbeat.beat(now: now) {
            // A beat reports where playback was one period ago.
            let reached = due + (.zero - Heartbeat.period)
            note(position, at: reached, isToldAgain: false)
            effects.append(.playhead(position, at: reached))
        }
    }

    // MARK: - Events

    /// Handles an event of the Video Spec; others have no effect.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - time: The time at which it arrived.
    ///   - effects: Receives the effects, in order.
    package mutating func track(
        _ event: SegmentTrackEvent,
        at time: NielsenDCRTime,
        into effects: inout [NielsenDCREffect]
    ) {
        advance(to: time.now, into: &effects)
        guard let name = VideoEvent(named: event.event) else { return }
        guard let options = SegmentOptions(event.integrations) else {
            effects.append(.remark(.debug, "\(name.rawValue) is not for this destination: its integrations say so"))
            return
        }
        let properties = SegmentReader(event.properties)
        translate(Moment(name: name, properties: properties, options: options, time: time), &effects)
    }

    private mutating func translate(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
        let callsSDK = settings.seekAndBuffer == .stopAndPlay
        switch moment.name {
        case .playbackStarted: startPlayback(moment, &effects)
        case .playbackResumed: resume(moment, &effects)
        case .playbackSeekCompleted, .playbackBufferCompleted:
            if callsSDK { resume(moment, &effects) } else { restart(moment, &effects) }
        case .playbackSeekStarted, .playbackBufferStarted:
            if callsSDK { stop(moment, &effects) } else { hold(moment, isFinal: false, &effects) }
        case .playbackPaused, .playbackInterrupted, .playbackExited: stop(moment, &effects)
        case .playbackCompleted: complete(moment, &effects)
        case .contentStarted: startContent(moment, &effects)
        case .contentPlaying: playContent(moment, &effects)
        case .contentCompleted: completeContent(moment, &effects)
        case .adStarted: startAd(moment, &effects)
        case .adPlaying: playAd(moment, &effects)
        case .adCompleted: completeAd(moment, &effects)
        }
    }

    /// Returns the channel that an event plays: what it does not say stays as it was.
    mutating func channel(of moment: Moment) -> [String: String] {
        channel = moment.options.channelInfo(after: channel)
        return channel
    }

    /// Handles a screen or page event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - time: The time at which it arrived.
    ///   - effects: Receives the effects, in order.
    package mutating func screen(
        _ event: SegmentScreenEvent,
        at time: NielsenDCRTime,
        into effects: inout [NielsenDCREffect]
    ) {
        advance(to: time.now, into: &effects)
        guard let options = SegmentOptions(event.integrations) else {
            effects.append(.remark(.debug, "a screen is not for this destination: its integrations say so"))
            return
        }
        let metadata = mapping.page(name: event.name, SegmentReader(event.properties), options)
        effects.append(.call(.loadMetadata(metadata)))
    }

    /// Ends and forgets the current stream.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - effects: Receives the effects; no call if no stream is open.
    package mutating func reset(at now: Instant, into effects: inout [NielsenDCREffect]) {
        heartbeat.see(now)
        effects.append(.heartbeatStopped)
        if isOpen { effects.append(.call(.end)) }
        forget()
    }

    /// Forgets the stream.
    mutating func forget() {
        heartbeat.stop()
        isOpen = false
        asset = nil
        channel = [:]
        content = nil
        ad = nil
        isAdOpen = false
        isStopped = false
        isLive = false
        nextOfContent = nil
        nextOfAd = nil
        reported = nil
    }
}
