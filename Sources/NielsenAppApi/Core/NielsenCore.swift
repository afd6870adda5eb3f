// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Measurement as a value: takes calls and the time, and gathers what is to be done.
///
/// Content and ads share the state of the table; the static lane runs beside it. This file has the way of a call
/// through the table; what each call does in the lanes is beside it.
struct NielsenCore: Sendable {
    private(set) var configuration: NielsenConfiguration
    /// The current session, which pings name.
    var current: NielsenSession
    /// Chance, for sessions.
    let random: @Sendable () -> UInt64
    private var machine = NielsenStateMachine()
    private(set) var isClosed = false
    /// What was chosen and what the system says; the choice is a part of it.
    var privacy: NielsenPrivacy
    /// Goes up with each choice, so that a kept value that was read before it is told from one that was read after.
    private(set) var choiceVersion = 0
    /// Choices that are not kept yet, or could not be.
    private var unsavedChoices = 0

    /// The app information, which the record of the session has.
    private var sessionInfo: [String: String] = [:]

    /// True once the configuration was there.
    private(set) var hasStarted = false
    /// When the first-party id expires; nil without one, or while its age is in doubt.
    var firstPartyDue: Instant?
    /// Where the device is in time.
    var localTime: LocalTime
    /// When the day ends in which something goes on, in milliseconds since 1970; nil where nothing does.
    var midnight: Int64?
    /// What the player did before the view was there that it belongs to.
    var pendingTurns: [PendingTurn] = []

    /// What is to be done, in this order; whoever carries it out takes it from here.
    var effects: [NielsenEffect] = []

    /// What is played.
    var playback = NielsenPlayback()
    private var staticLimits = NielsenStaticLimits()
    /// When the page was loaded, and when the view of it began that goes on: a session may have ended in between.
    var pageLoaded = Instant.zero
    var pageBegan = Instant.zero
    /// When the core was used last.
    private(set) var lastTouched = NielsenTime.never
    var viewability = ViewabilityMeter()
    var viewCount = 0
    /// What was remarked already.
    private var remarks: Set<CoreRemark.Key> = []
    /// The intervals at which watermarks come, for the remark on those that cannot credit.
    var tagCadence = TagCadence()
    /// Views that are over, the earliest first, with those that go on filled in by ``creditSummary(at:)``.
    var finished: [NielsenCredit] = []

    /// Makes a core that waits for its start.
    ///
    /// - Parameters:
    ///   - configuration: What is known until the configuration is there.
    ///   - privacy: What may be known of the user.
    ///   - localTime: Where the device is in time.
    ///   - time: When the first session begins.
    ///   - random: Chance, for the names of sessions.
    init(
        configuration: NielsenConfiguration,
        privacy: NielsenPrivacy,
        localTime: LocalTime,
        at time: NielsenTime,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.configuration = configuration
        self.privacy = privacy
        self.localTime = localTime
        self.random = random
        current = NielsenSession(at: time, random)
    }

    /// Names the session in pings.
    var session: String { current.id }

    var state: NielsenState { machine.state }
    var optedOut: Bool { privacy.isOptedOut }
    var isMeasuring: Bool { !isClosed && state != .disabled }

    // MARK: - Life

    /// Starts the instance: its configuration was received.
    mutating func start(
        configuration: NielsenConfiguration,
        session began: NielsenTime,
        choice: Bool,
        isOptedOutByApp: Bool,
        appInfo: [String: String],
        issues: [NielsenIssue],
        at time: NielsenTime
    ) {
        self.configuration = configuration
        viewability.settings = configuration.viewability
        // After a failed initialization the instance is disabled, and enabling it is what brings it here.
        _ = machine.handle(state == .disabled ? .enable : .initialized)
        // What waited is told as opted out where the user had opted out at its beginning, or has since.
        privacy.choice = choice || privacy.choice
        privacy.isOptedOutByApp = isOptedOutByApp
        sessionInfo = appInfo
        hasStarted = true
        effects.append(.event(.startup, at: time.unixMilliseconds))
        report(issues, at: time)
        recordSession(at: began)
    }

    /// Makes the record of the session, also once more where the first one was not taken.
    mutating func recordSession(at time: NielsenTime) {
        effects.append(
            .record(
                NielsenMeasurementRecord(
                    kind: .session,
                    session: session,
                    lane: nil,
                    optedOut: optedOut,
                    time: time.unixMilliseconds,
                    metadata: sessionInfo
                )
            )
        )
    }

    /// Takes note that there is no configuration.
    mutating func fail() {
        _ = machine.handle(.initializationFailed)
    }

    /// Takes a choice at once while the calls wait for the configuration: it must not be lost.
    mutating func choose(_ text: String, at time: NielsenTime) {
        guard let choice = Self.choice(text) else { return }
        changePrivacy(at: time) { $0.choice = choice }
        keep(choice)
    }

    /// Ends everything that is open; later calls are ignored.
    mutating func shutdown(at time: NielsenTime) {
        guard !isClosed else { return }
        advance(before: nil, to: time)
        finishAll(at: time)
        if state == .processing { _ = machine.handle(.stop) }
        isClosed = true
        effects.append(.event(.shutdown, at: time.unixMilliseconds))
    }

    /// Switches measurement off and on.
    mutating func setDisabled(_ disabled: Bool, at time: NielsenTime) {
        if disabled, isMeasuring, hasStarted { advance(before: nil, to: time) }
        guard let verdict = accept(disabled ? .disable : .enable, "appDisableApi") else { return }
        guard disabled else {
            if current.isUntold {
                current.isUntold = false
                recordSession(at: time)
            }
            return
        }
        if verdict == .acceptAfterStop { effects.append(.remark(.debug, .stopInserted(before: .disable))) }
        finishAll(at: time)
        playback.isChannelOver = true
        playback.lastPayload = nil
    }

    // MARK: - Choice

    /// The choice that a text of the opt-out page stands for.
    static func choice(_ text: String) -> Bool? {
        switch text {
        case "nielsenappsdk://1": true
        case "nielsenappsdk://0": false
        default: nil
        }
    }

    /// Takes over the choice that is kept for all instances of the device, where none was made here since.
    ///
    /// - Parameters:
    ///   - choice: What is kept; nil where nothing is.
    ///   - version: The ``choiceVersion`` from before it was read.
    mutating func noteChoice(_ choice: Bool?, readAt version: Int, at time: NielsenTime) {
        guard let choice, choice != privacy.choice, version == choiceVersion, unsavedChoices == 0 else { return }
        changePrivacy(at: time) { $0.choice = choice }
    }

    /// Takes note that a choice was kept.
    mutating func choiceWasKept() {
        choiceVersion += 1
        unsavedChoices -= 1
    }

    private mutating func keep(_ choice: Bool) {
        choiceVersion += 1
        unsavedChoices += 1
        effects.append(.persistOptOut(choice))
    }

    private mutating func optOut(_ text: String, at time: NielsenTime) {
        guard let choice = Self.choice(text) else {
            effects.append(.remark(.warning, .notAChoice(NielsenText.shown(text))))
            return
        }
        guard accept(.userOptOut, "userOptOut") != nil else { return }
        changePrivacy(at: time) { $0.choice = choice }
        keep(choice)
    }

    // MARK: - Calls

    /// Carries out a call.
    ///
    /// - Parameter isHeld: True where an interruption holds what the call is about: what is loaded begins, and what is
    ///   stopped or left goes on, when it is over.
    mutating func apply(_ call: NielsenCall, isHeld: Bool = false, at time: NielsenTime) {
        lastTouched = time
        advance(before: call, to: time)
        if !isHeld, call.isAboutPlayback { playback.lastActivity = time }
        carryOut(call, isHeld: isHeld, at: time)
        noteDay(at: time)
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
                effects.append(.remark(.warning, .stopInserted(before: .play)))
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
        playback.lastPayload = nil
        if let lane = playback.active { adoptChannel(lane, at: time) }
    }

    /// Whether something is open that ends with a ping: a view that was seen, a page, or a watermarked stream.
    var hasOpenViews: Bool {
        playback.isStreamOpen || playback.page.view != nil
    }

    /// Goes on with another configuration. Nothing may be open; what is loaded and not begun is measured with it.
    mutating func adopt(_ configuration: NielsenConfiguration) {
        self.configuration = configuration
        viewability.settings = configuration.viewability
        playback.content.view?.adopt(configuration.thresholds)
        playback.ad.view?.adopt(configuration.thresholds)
    }

    /// Notes the time of what happens without a call.
    mutating func touch(_ time: NielsenTime) { lastTouched = time }

    /// Reports what an integrator does wrong, once as long as it is about the same asset.
    mutating func remark(_ remark: CoreRemark) {
        guard let key = remark.key, remarks.count < Self.mostRemarks, remarks.insert(key).inserted else { return }
        effects.append(.remark(.warning, remark))
    }

    private static let mostRemarks = 500

    /// Checks what `play` tells; an empty name is replaced by the one that stands for none.
    private mutating func openChannel(_ info: [String: String], at time: NielsenTime) -> [String: String] {
        guard info != playback.channel else { return info }
        let issues = NielsenMetadataRules.check(
            info,
            .channel,
            subject: "play",
            readsFoldedKeys: configuration.inputMode == .lenient
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
                report(staticLimits.take(asset.metadata).map(NielsenIssue.finding), at: time)
            }
        }
        switch lane {
        case .content, .ad: load(asset, lane, isHeld: isHeld, at: time)
        case .static: loadPage(asset, isHeld: isHeld, at: time)
        }
    }

    private func read(_ values: [String: String], issues: inout [NielsenValidationIssue]) -> NielsenAsset {
        NielsenAsset(values, readsFoldedKeys: configuration.inputMode == .lenient, issues: &issues)
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
        guard position >= 0, position <= min(configuration.thresholds.maximumPlayhead, Self.largestPlayhead) else {
            effects.append(.error(Self.invalidPlayhead(String(position)), at: time.unixMilliseconds))
            return
        }
        switch playback.active {
        case .content: playContent(position, at: time)
        case .ad: playAd(position, at: time)
        case .static, nil:
            remarkUnloaded(position, at: time)
        }
    }

    private mutating func end(at time: NielsenTime) {
        let isPaused = playback.content.view != nil || playback.ad.view != nil || playback.lastPayload != nil
        if state == .idle, !isClosed, isPaused {
            // A stream that was paused and then left is over; its end flag must not wait for the next stream. One of
            // watermarks alone needs no metadata.
            effects.append(.remark(.debug, .endedWhilePaused))
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
        playback.lastPayload = nil
    }

    /// Whatever is configured: below this, sums of playheads cannot overflow.
    private static let largestPlayhead: Int64 = 1_000_000_000_000_000

    static func invalidPlayhead(_ shown: String) -> NielsenError {
        NielsenError(
            .invalidPlayheadPosition,
            "playhead position \(NielsenText.shown(shown)) is not an integer from 0 to 10^11; hand over seconds of the asset, or "
                + "seconds since 1970 for live streams",
            key: "playheadPosition",
            rule: NielsenRule.brokenByPlayhead(shown.filter { $0 != "\"" }, limit: 100_000_000_000)?.name
        )
    }

    // MARK: - Help

    /// Asks the table; nil where the call is ignored, which is logged.
    private mutating func accept(
        _ input: NielsenStateMachine.Input,
        _ name: @autoclosure () -> String
    ) -> NielsenStateMachine.Verdict? {
        guard !isClosed else {
            effects.append(.remark(.warning, .closed(name())))
            return nil
        }
        let before = state
        let verdict = machine.handle(input)
        guard verdict != .ignore else {
            effects.append(.remark(.debug, .ignored(input, before)))
            return nil
        }
        return verdict
    }

    /// Tells of what was wrong with input: errors to the delegate, warnings to the log.
    mutating func report(_ issues: [NielsenIssue], at time: NielsenTime) {
        for issue in issues {
            switch issue {
            case .error(let error): effects.append(.error(error, at: time.unixMilliseconds))
            case .warning: effects.append(.remark(.warning, .issue(issue)))
            case .finding(let finding):
                if let error = NielsenError(finding) {
                    effects.append(.error(error, at: time.unixMilliseconds))
                } else {
                    effects.append(.remark(finding.severity == .info ? .debug : .warning, .issue(issue)))
                }
            }
        }
    }

    /// Takes note of an event that comes while nothing is measured; the user's choice still counts.
    mutating func ignoreEvent(_ event: NielsenTrackEvent, at time: NielsenTime) {
        if let choice = event.optOut {
            optOut(choice ? "nielsenappsdk://1" : "nielsenappsdk://0", at: time)
        }
        _ = accept(.playheadPosition, "trackEvent")
    }
}
