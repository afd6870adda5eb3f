// SPDX-License-Identifier: Apache-2.0

public import HubServices
import NielsenAppApi

/// The destination as a value: takes events, settings and the time, and says which calls to make.
///
/// It makes no calls, reads no clock and starts no timer, which is what makes simulation and tests cheap:
///
/// ```swift
/// var translator = NielsenDCRTranslator()
/// var effects: [NielsenDCREffect] = []
/// translator.track(event, at: time, into: &effects)
/// if let due = translator.nextBeat { translator.advance(to: due, into: &effects) }
/// ```
///
/// Source: "Analytics Swift Nielsen DCR Plugin"; the table is in <doc:EventMapping>.
public struct NielsenDCRTranslator: Sendable {
    /// What was loaded last.
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

    /// What the destination was told; new settings count from the next event on.
    public var settings: NielsenDCRSettings {
        didSet { if settings != oldValue { mapping = SegmentMetadata(settings) } }
    }

    /// True between the first call about a stream and its end.
    public internal(set) var isOpen = false

    private(set) var mapping: SegmentMetadata
    var heartbeat = Heartbeat()
    var asset: Asset?
    /// What was loaded of the content and of the ad, to be loaded again.
    var content: [String: String]?
    var ad: [String: String]?
    /// True until an ad is completed.
    var isAdOpen = false
    /// True between a stop and the next load.
    var isStopped = false
    /// True while the content is live, as its events said.
    var isLive = false
    /// Where content and ad go on where an event does not say.
    var nextOfContent: Int64?
    var nextOfAd: Int64?
    /// The last playhead of the asset that an event told or a beat said.
    var reported: (position: Int64, at: Instant)?

    /// Makes a translator that has seen nothing.
    ///
    /// - Parameter settings: What the destination is told.
    public init(settings: NielsenDCRSettings = NielsenDCRSettings()) {
        self.settings = settings
        mapping = SegmentMetadata(settings)
    }

    /// When the next heartbeat is due; nil where none runs.
    public var nextBeat: Instant? { heartbeat.due }

    // MARK: - Time

    /// Makes the heartbeats that are due.
    ///
    /// - Parameters:
    ///   - now: The time. Where it is some seconds late the beats are made up for; where it is later than that, the
    ///     process had stopped, and the playhead goes on from where it was.
    ///   - effects: Gets the calls.
    public mutating func advance(to now: Instant, into effects: inout [NielsenDCREffect]) {
        heartbeat.see(now)
        while let due = heartbeat.due, let position = heartbeat.beat(now: now) {
            // A beat reports where playback was a period ago.
            let reached = due + (.zero - Heartbeat.period)
            note(position, at: reached, isToldAgain: false)
            effects.append(.playhead(position, at: reached))
        }
    }

    // MARK: - Events

    /// Takes an event of the Video Spec; others have no effect.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - time: When it came.
    ///   - effects: Gets what is to be done, in order.
    public mutating func track(
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
        take(Moment(name: name, properties: properties, options: options, time: time), &effects)
    }

    private mutating func take(_ moment: Moment, _ effects: inout [NielsenDCREffect]) {
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

    /// Takes a screen or a page.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - time: When it came.
    ///   - effects: Gets what is to be done, in order.
    public mutating func screen(
        _ event: SegmentScreenEvent,
        at time: NielsenDCRTime,
        into effects: inout [NielsenDCREffect]
    ) {
        advance(to: time.now, into: &effects)
        guard let options = SegmentOptions(event.integrations) else {
            effects.append(.remark(.debug, "a screen is not for this destination: its integrations say so"))
            return
        }
        let metadata = mapping.page(name: event.fullName, SegmentReader(event.properties), options)
        effects.append(.call(.loadMetadata(metadata)))
    }

    /// Ends the stream that is open, and forgets it.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - effects: Gets what is to be done: no call where no stream is open.
    public mutating func reset(at now: Instant, into effects: inout [NielsenDCREffect]) {
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
