// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Decides what becomes of a session when something comes between: which calls are made, and which are withheld.
///
/// A value without threads or timers, that goes by the table ``NielsenInterruptionRule/all``. Every call of the app goes
/// through it, so that it knows what to stop and what to load again; every event leads to calls or to none. Each
/// instance of the SDK has one; on its own it is of use to try a sequence out:
///
/// ```swift
/// var lifecycle = NielsenLifecycle()
/// _ = lifecycle.handle(.loadMetadata(["type": "content", "assetid": "a"]), at: .zero)
/// lifecycle.handle(.interruptionBegan(.call), at: .zero) == [.stop]
/// lifecycle.handle(.interruptionEnded(.call), at: .zero) == [.loadMetadata(["type": "content", "assetid": "a"])]
/// ```
///
/// Interruptions may overlap: playback goes on when the last of them is over. An app that makes the calls of a resume
/// itself is believed: they end every interruption but the lock and the background, whose end the system tells.
public struct NielsenLifecycle: Sendable, Hashable {
    /// Where the app is.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// Nothing was told yet.
        case notLaunched
        /// In front of the user.
        case foreground
        /// Behind something else.
        case background
        /// At its end; nothing has any effect any more.
        case terminated
    }

    /// What becomes of a call of the app.
    enum Verdict: Sendable, Hashable {
        case pass
        case withhold
        case instead(NielsenCall)
    }

    var resumeCalls: NielsenResumeCalls
    var bufferingTimeout: Duration

    /// Where the app is.
    public private(set) var phase = Phase.notLaunched
    /// What has come between and is not over.
    public internal(set) var interruptions: Set<NielsenInterruption> = []
    private var media = NielsenMedia.video
    private var isInPicture = false
    private var bufferingSince: Instant?
    private var hasStalled = false

    /// True while playheads and watermarks are withheld.
    var isWithholding = false
    /// True while playback is stopped, or would be.
    var isHeld = false
    /// True while no page can be seen.
    var isPageHeld = false

    // What the app told, to be told again.
    var channel: [String: String] = [:]
    var content: [String: String]?
    var ad: [String: String]?
    var page: [String: String]?
    var ott: [String: String]?

    /// The lane that playheads go to; nil before metadata and after a stop.
    var playing: NielsenLane?
    /// The lane that was stopped here and goes on when nothing comes between any more.
    var interrupted: NielsenLane?
    /// The lane that the app stopped itself.
    var stopped: NielsenLane?
    /// The lane that was loaded again here, until the app makes a call of its own that shows that it knows.
    var resumed: NielsenLane?
    /// True from a load to the next playhead: a `play` in between keeps what was loaded.
    var awaitsPlayhead = false
    /// True where `play`, or the metadata of content, came while playback was held.
    var owesPlay = false
    var owesContent = false
    /// True where the page was told of, and not yet left.
    var isPageShown = false
    var times = LifecycleTimes()

    /// Makes a lifecycle that has seen nothing.
    ///
    /// - Parameters:
    ///   - resumeCalls: The calls with which a session goes on.
    ///   - bufferingTimeoutSeconds: After how many seconds of buffering playback is stopped.
    public init(
        resumeCalls: NielsenResumeCalls = .loadMetadata,
        bufferingTimeoutSeconds: Int = NielsenThresholds().bufferingTimeoutSeconds
    ) {
        self.resumeCalls = resumeCalls
        bufferingTimeout = .seconds(bufferingTimeoutSeconds)
    }

    /// What was counted up to now.
    ///
    /// - Parameter now: The time on a clock that never jumps.
    public func summary(at now: Instant) -> NielsenLifecycleSummary {
        times.settled(at: now).summary
    }

    // MARK: - Events

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: The time on a clock that never jumps.
    /// - Returns: The calls that follow, in order.
    public mutating func handle(_ event: NielsenLifecycleEvent, at now: Instant) -> [NielsenCall] {
        guard phase != .terminated else { return [] }
        var calls: [NielsenCall] = []
        // A wait that has become too long is a stop before anything else happens.
        noteStall(now)
        settle(now, &calls)
        switch event {
        case .launch: launch(now, &calls)
        case .foreground, .interruptionEnded(.background): comeToForeground(now, &calls)
        case .background, .interruptionBegan(.background): goToBackground(now)
        case .terminate:
            terminate(now, &calls)
            return calls
        case .interruptionBegan(let interruption): begin(interruption, now)
        case .interruptionEnded(let interruption): end(interruption)
        case .pictureInPicture(let isOn): isInPicture = isOn
        case .media(let media): self.media = media
        }
        settle(now, &calls)
        return calls
    }

    private mutating func launch(_ now: Instant, _ calls: inout [NielsenCall]) {
        guard phase == .notLaunched else { return }
        phase = .foreground
        times.launched(inForeground: true, at: now)
        reportOTT(&calls)
    }

    private mutating func comeToForeground(_ now: Instant, _ calls: inout [NielsenCall]) {
        switch phase {
        case .notLaunched: launch(now, &calls)
        case .background:
            phase = .foreground
            times.moved(toForeground: true, at: now)
            reportOTT(&calls)
            end(.background)
        case .foreground, .terminated: break
        }
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

    /// A connected device may have changed while nobody looked. Source: S0, "updateOTT".
    private func reportOTT(_ calls: inout [NielsenCall]) {
        if let ott { calls.append(.updateOTT(ott)) }
    }

    private mutating func terminate(_ now: Instant, _ calls: inout [NielsenCall]) {
        if content != nil || ad != nil { calls.append(.end) }
        if isPageShown { calls.append(.staticEnd) }
        forget(at: now)
        times.ended(at: now)
        phase = .terminated
    }

    private mutating func begin(_ interruption: NielsenInterruption, _ now: Instant) {
        guard interruptions.insert(interruption).inserted, interruption == .buffering else { return }
        bufferingSince = now
    }

    private mutating func end(_ interruption: NielsenInterruption) {
        guard interruptions.remove(interruption) != nil else { return }
        if interruption == .buffering { endBuffering() }
        // Another channel is another stream, also where the user comes back to the one before.
        if interruption == .channelChange, interrupted ?? stopped != nil { owesPlay = true }
        // What ends with playback says that something is played, also where the app had made the stop itself.
        let rule = NielsenInterruptionRule.rule(for: interruption)
        if rule.over == .playback, playing == nil, interrupted == nil { interrupted = stopped }
    }

    private mutating func endBuffering() {
        bufferingSince = nil
        hasStalled = false
    }

    // MARK: - What follows

    /// Takes note of a wait that has become too long.
    mutating func noteStall(_ now: Instant) {
        guard let bufferingSince, !hasStalled, now - bufferingSince > bufferingTimeout else { return }
        hasStalled = true
        weigh()
    }

    /// When a wait for data becomes too long; nil where nothing waits.
    var stallDeadline: Instant? {
        guard let bufferingSince, !hasStalled, playing != nil, phase != .terminated else { return nil }
        // A wait of exactly the limit is not too long yet.
        return bufferingSince + bufferingTimeout + .nanoseconds(1)
    }

    /// Notices a wait that has become too long.
    ///
    /// - Returns: Whether playback is to be stopped for it.
    mutating func endPatience(at now: Instant) -> Bool {
        noteStall(now)
        return hasStalled && isHeld && hold()
    }

    /// Forgets the interruptions that the app has shown to be over.
    mutating func endWhatTheAppKnows() {
        guard isWithholding else { return }
        interruptions.formIntersection([.background, .deviceLock])
        endBuffering()
        weigh()
    }

    /// Works out what the interruptions come to together.
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

    /// Makes the calls for the difference between what is measured and what should be.
    private mutating func settle(_ now: Instant, _ calls: inout [NielsenCall]) {
        weigh()
        if isHeld {
            if hold() { calls.append(.stop) }
        } else if !isWithholding {
            resume(&calls)
        }
        if isPageHeld, isPageShown {
            isPageShown = false
            times.hide(at: now)
            calls.append(.staticEnd)
        } else if !isPageHeld, !isPageShown, let page {
            show(page, now)
            calls.append(.loadMetadata(page))
        }
    }

    /// Takes note that playback is stopped here; false where nothing is played.
    mutating func hold() -> Bool {
        guard let lane = playing else { return false }
        interrupted = lane
        playing = nil
        resumed = nil
        return true
    }

    private mutating func resume(_ calls: inout [NielsenCall]) {
        guard interrupted != nil || owesPlay else { return }
        if owesPlay || resumeCalls == .playAndLoadMetadata { calls.append(.play(channel)) }
        let lane = interrupted
        let loads = [lane == .content || owesContent ? content : nil, lane == .ad ? ad : nil]
        for values in loads { if let values { calls.append(.loadMetadata(values)) } }
        forgetHold()
        playing = lane
        resumed = lane
    }

    /// Forgets what was to be done at the end of a hold.
    mutating func forgetHold() {
        interrupted = nil
        stopped = nil
        resumed = nil
        owesPlay = false
        owesContent = false
    }

    mutating func show(_ page: [String: String], _ now: Instant) {
        isPageShown = true
        times.show(page["section"] ?? "", at: now)
    }

    /// Forgets what was played and shown: it was ended by other means, or measurement is switched off.
    mutating func forget(at now: Instant) {
        forgetHold()
        channel = [:]
        content = nil
        ad = nil
        page = nil
        playing = nil
        isPageShown = false
        times.hide(at: now)
    }
}
