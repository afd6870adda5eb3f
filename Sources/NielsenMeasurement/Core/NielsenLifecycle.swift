// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// Decides the effect of interruptions on playback: which calls are made, and which are withheld.
///
/// A value without threads or timers that follows the table ``NielsenInterruptionRule/all`` and keeps nothing of what
/// is played. Every call of the app goes through it, and every event leads to calls or to none.
///
/// Interruptions may overlap: playback continues when the last of them is over. An app may make the calls of a resume
/// itself: they end every interruption except the lock and the background, whose end the system reports.
struct NielsenLifecycle: Sendable {
    /// The phase of the app.
    enum Phase: String, Sendable, Hashable, CaseIterable {
        /// No event has come yet.
        case notLaunched
        /// The app is in the foreground.
        case foreground
        /// The app is in the background.
        case background
        /// The app has ended; no event has an effect any more.
        case terminated
    }

    /// The decision about a call of the app.
    enum Verdict: Sendable, Hashable {
        /// It is made.
        case pass
        /// It is not made.
        case withhold
        /// What it loads is kept until the interruption is over.
        case keep
        /// `stop` is made instead: a wait has become too long.
        case stop
    }

    /// The calls with which a session continues.
    private var resumeCalls = NielsenResumeCalls.loadMetadata
    /// The duration of buffering after which playback is stopped.
    private var bufferingTimeout = Duration.seconds(NielsenThresholds().bufferingTimeoutSeconds)

    /// The phase of the app.
    private(set) var phase = Phase.notLaunched
    /// The interruptions that are not over.
    private(set) var interruptions: Set<NielsenInterruption> = []
    private var media = NielsenMedia.video
    private var isInPicture = false
    private(set) var bufferingSince: Instant?
    /// Whether an event reported that the player waits, so that the next one that does not report it ends the wait.
    private var isBufferingEvent = false
    private var hasStalled = false

    /// Whether playheads and watermarks are withheld.
    private var isWithholding = false
    /// Whether playback is stopped, or would be.
    private var isHeld = false
    /// Whether no page is visible.
    private var isPageHeld = false

    private var times = LifecycleTimes()
    /// The number of the page's view that time goes to.
    private var shownView: Int?

    /// Makes one that knows of nothing yet.
    init() {}

    /// Uses other settings from now on.
    mutating func use(_ settings: NielsenMeasurementSettings) {
        resumeCalls = settings.resumeCalls
        bufferingTimeout = .seconds(settings.thresholds.bufferingTimeoutSeconds)
    }

    /// The times and counts up to now.
    func summary(at now: Instant) -> NielsenLifecycleSummary {
        times.settled(at: now).summary
    }

    // MARK: - Calls

    /// Decides on a call of the app.
    mutating func admit(_ call: NielsenCall, _ playback: inout NielsenPlayback, at now: Instant) -> Verdict {
        switch call {
        case .playheadPosition, .sendID3:
            guard isWithholding else {
                if case .resumed(let lane) = playback.run { playback.run = .playing(lane) }
                return .pass
            }
            if case .playheadPosition = call { times.withheldPlayhead() }
            noteStall(now)
            return isHeld && playback.active != nil ? .stop : .withhold
        case .play(let info):
            if case .resumed = playback.run, info.isEmpty || info == playback.channel { return .withhold }
            endWhatTheAppKnows()
            guard isHeld else { return .pass }
            // A stop was made already, and the one before `play` with it.
            playback.run = .nothing
            playback.wait(for: nil, channel: info)
            return .withhold
        case .loadMetadata(let values):
            return admit(values, playback)
        case .stop:
            // What was stopped here is not stopped once more; it still continues when no interruption is left.
            guard var hold = playback.interrupted, hold.lane != nil else { return .pass }
            if isHeld { hold.isStopped = true } else { hold.reason = .app }
            playback.run = .held(hold)
            return isHeld ? .withhold : .pass
        case .staticEnd:
            guard playback.page.asset != nil, playback.page.view == nil else { return .pass }
            playback.page = NielsenTrack()
            return .withhold
        case .end, .updateOTT, .userOptOut:
            return .pass
        }
    }

    private mutating func admit(_ values: [String: String], _ playback: NielsenPlayback) -> Verdict {
        guard let lane = NielsenMetadata.lane(of: values) else { return .pass }
        guard lane != .static else { return isPageHeld ? .keep : .pass }
        if case .resumed(lane) = playback.run, values == playback[lane].asset?.given { return .withhold }
        endWhatTheAppKnows()
        return isHeld ? .keep : .pass
    }

    // MARK: - Events

    /// Handles an event.
    ///
    /// - Returns: The calls that follow before ``settle(_:)`` is asked.
    mutating func apply(
        _ event: NielsenLifecycleEvent,
        _ playback: inout NielsenPlayback,
        at now: Instant
    ) -> [NielsenCall] {
        guard phase != .terminated else { return [] }
        let before = phase
        switch event {
        case .launch: launch(now)
        case .foreground, .interruptionEnded(.background): comeToForeground(now, &playback)
        case .background, .interruptionBegan(.background): goToBackground(now)
        case .terminate: return terminate(playback, now)
        case .interruptionBegan(let interruption): begin(interruption, now)
        case .interruptionEnded(let interruption): end(interruption, &playback)
        case .pictureInPicture(let isOn): isInPicture = isOn
        case .media(let media): self.media = media
        }
        // A connected device may have changed meanwhile. Source: "DCR Video iOS SDK guide", "updateOTT".
        guard before != phase, phase == .foreground, let device = playback.lastOTT else { return [] }
        return [.updateOTT(device)]
    }

    private mutating func launch(_ now: Instant) {
        guard phase == .notLaunched else { return }
        phase = .foreground
        times.launched(inForeground: true, at: now)
    }

    private mutating func comeToForeground(_ now: Instant, _ playback: inout NielsenPlayback) {
        guard phase == .background else { return launch(now) }
        phase = .foreground
        times.moved(toForeground: true, at: now)
        end(.background, &playback)
    }

    private mutating func goToBackground(_ now: Instant) {
        switch phase {
        case .notLaunched: times.launched(inForeground: false, at: now)
        case .foreground: times.moved(toForeground: false, at: now)
        case .background, .terminated: return
        }
        phase = .background
        begin(.background, now)
    }

    private mutating func terminate(_ playback: NielsenPlayback, _ now: Instant) -> [NielsenCall] {
        times.ended(at: now)
        phase = .terminated
        let hasStream = playback.content.asset != nil || playback.ad.asset != nil
        return (hasStream ? [.end] : []) + (playback.page.view != nil ? [.staticEnd] : [])
    }

    private mutating func begin(_ interruption: NielsenInterruption, _ now: Instant) {
        guard interruptions.insert(interruption).inserted, interruption == .buffering else { return }
        bufferingSince = now
    }

    private mutating func end(_ interruption: NielsenInterruption, _ playback: inout NielsenPlayback) {
        guard interruptions.remove(interruption) != nil else { return }
        if interruption == .buffering { endBuffering() }
        guard case .held(var hold) = playback.run else { return }
        // Another channel is another stream, also where the user comes back to the one before.
        if interruption == .channelChange, hold.channel == nil { hold.channel = playback.channel }
        // What ends with playback says that something is played, also where the app had made the stop itself.
        if NielsenInterruptionRule.rule(for: interruption).over == .playback { hold.reason = .interruption }
        playback.run = .held(hold)
    }

    // MARK: - Buffering

    /// Handles an event that reports that the player waits for data.
    mutating func wait(at now: Instant) {
        guard !interruptions.contains(.buffering) else { return }
        begin(.buffering, now)
        isBufferingEvent = true
        weigh()
    }

    /// Handles an event that reports no wait.
    ///
    /// It loads its metadata itself.
    mutating func endWait(_ playback: inout NielsenPlayback) {
        guard isBufferingEvent else { return }
        interruptions.remove(.buffering)
        endBuffering()
        weigh()
        guard !isHeld, var hold = playback.interrupted else { return }
        hold.reason = .app
        playback.run = .held(hold)
    }

    private mutating func endBuffering() {
        bufferingSince = nil
        isBufferingEvent = false
        hasStalled = false
    }

    /// Handles a wait that has become too long.
    ///
    /// - Returns: Whether it has now.
    @discardableResult
    mutating func noteStall(_ now: Instant) -> Bool {
        guard let bufferingSince, !hasStalled, now - bufferingSince > bufferingTimeout else { return false }
        hasStalled = true
        weigh()
        return true
    }

    /// Returns when a wait for data becomes too long.
    ///
    /// - Parameter isPlaying: Whether there is anything to stop then.
    /// - Returns: The first instant after the limit; nil if nothing waits or plays, or the wait was too long already.
    func stallDeadline(isPlaying: Bool) -> Instant? {
        guard let bufferingSince, !hasStalled, isPlaying, phase != .terminated else { return nil }
        // A wait of exactly the limit is not too long yet.
        return bufferingSince + bufferingTimeout + .nanoseconds(1)
    }

    // MARK: - What follows

    /// Forgets the interruptions that the app has shown to be over.
    private mutating func endWhatTheAppKnows() {
        guard isWithholding else { return }
        interruptions.formIntersection([.background, .deviceLock])
        endBuffering()
        weigh()
    }

    /// Computes the combined effect of the interruptions.
    private mutating func weigh() {
        isHeld = hasStalled
        isWithholding = hasStalled
        isPageHeld = false
        for interruption in interruptions {
            let rule = NielsenInterruptionRule.rule(for: interruption)
            switch rule.effect(on: media, isInPicture: isInPicture) {
            case .none, .staticEnd: break
            case .withhold: isWithholding = true
            case .stop:
                isHeld = true
                isWithholding = true
            }
            if rule.page == .staticEnd { isPageHeld = true }
        }
    }

    /// Returns the calls for the difference between what is measured and what should be.
    mutating func settle(_ playback: NielsenPlayback) -> [NielsenCall] {
        guard phase != .terminated else { return [] }
        weigh()
        var calls: [NielsenCall] = []
        if isHeld {
            if playback.active != nil { calls.append(.stop) }
        } else if !isWithholding, let hold = playback.interrupted {
            calls = resume(hold, playback)
        }
        if isPageHeld, playback.page.view != nil {
            calls.append(.staticEnd)
        } else if !isPageHeld, playback.page.view == nil, let page = playback.page.asset {
            calls.append(.loadMetadata(page.given))
        }
        return calls
    }

    private func resume(_ hold: NielsenPlayback.Hold, _ playback: NielsenPlayback) -> [NielsenCall] {
        var calls: [NielsenCall] = []
        if hold.channel != nil || resumeCalls == .playAndLoadMetadata {
            calls.append(.play(hold.channel ?? playback.channel))
        }
        // Content that was loaded meanwhile comes before its ad.
        let isNew = hold.lane == .ad && playback.content.view == nil
        if isNew || hold.lane == .content, let asset = playback.content.asset {
            calls.append(.loadMetadata(asset.given))
        }
        if hold.lane == .ad, let asset = playback.ad.asset { calls.append(.loadMetadata(asset.given)) }
        return calls
    }

    /// Adds the time of the page that is shown to that of its section.
    mutating func note(_ page: NielsenTrack, at now: Instant) {
        guard page.view?.number != shownView else { return }
        shownView = page.view?.number
        if page.view == nil {
            times.hide(at: now)
        } else {
            times.show(page.asset?.metadata["section"] ?? "", at: now)
        }
    }
}
