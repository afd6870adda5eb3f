// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenAppApi

/// Judges the calls of one SDK instance, one after the other, and keeps only what the view that goes on needs.
///
/// ```swift
/// var certifier = Certifier()
/// for call in calls {
///     certifier.apply(call)
///     certifier.removeFindings().forEach(report)
/// }
/// let verdict = certifier.finish()
/// ```
///
/// The findings of a view are known when it is over. Once a rule of the sequence is broken it stays broken for that view,
/// whatever follows.
package struct Certifier {
    /// What playheads go to.
    enum Phase: Sendable, Hashable {
        case nothing
        case loaded(NielsenLane)
        case playing(NielsenLane)
        case stopped(NielsenLane)
        case ended
    }

    /// An interruption that goes on.
    struct Hold: Sendable {
        let place: LogPlace
        var isStopped: Bool
        /// Whether playback may go on, as audio or picture in picture.
        let isExempt: Bool
    }

    /// A run of playheads.
    struct Run: Sendable {
        var last: StreamView.Position?
        var meter: StepMeter
    }

    let limits: CertificationThresholds
    /// Whether the app is a released one, in which the debug flag is wrong that the cases need.
    let isForProduction: Bool
    var view = StreamView()
    var cases = CaseBook()
    var phase = Phase.nothing
    var ad: LoggedAsset?
    var run: Run
    /// The time of the log's last line.
    var now = LogPlace(line: 0, time: 0)
    private var hasTime = false

    // The order of play and loadMetadata.
    var hasPlay = false
    var playSinceStop = false
    /// A `play` in the middle of playback; the next call says what it means.
    var repeatedPlay: LogPlace?
    /// A `loadMetadata` of what is playing; the next playhead says what it means.
    var repeatedLoad: LogPlace?
    var loadBeforePlay: LogPlace?
    var isReloadAllowed = false
    /// The channel information of `play` until its view begins.
    var channelModel: String?
    var channelName: String?
    /// Whether the ad that is loaded has had a playhead.
    var hasAdPlayed = false
    /// Whether an ad has run since the last position of the content.
    var hasAdRun = false

    // Stops and interruptions.
    var stopTime = 0.0
    var lastPlayheadBeforeStop: Double?
    /// Whether the last run was of content and ended with a stop, and not with an ad.
    var isContentStopped = false
    /// A stop while the player buffers; the next call says whether it is wrong.
    var bufferingStop: LogPlace?
    var isStopExplained = false
    /// A playhead just after a stop: the final one in the wrong order, or the first of many.
    var latePlayhead: LogPlace?
    var holds: [LoggedCall.Interruption: Hold] = [:]
    /// The interruption that ended last, until playback continues.
    var ended: (kind: LoggedCall.Interruption, start: Double, end: Double)?
    var buffering: LogPlace?
    var hasPlayerEvents = false
    var isPictureInPicture = false
    var isDisabled = false
    /// Whether the calls are made from events, whose order the SDK sees to.
    var isEventMode = false
    var completed: (id: String, position: Double, time: Double)?

    // Static pages.
    var page: LoggedAsset?
    var pageFindings = FindingLog()
    var pageBackground: LogPlace?
    var pageAway: (start: Double, end: Double?)?
    var pageEnd: Double?
    var lastPage: LoggedAsset?
    var lastPageError: Finding?
    var isPageBroken = false

    var watermarks = WatermarkTrack()
    var app = FindingLog()
    var configurationArrived = false
    /// What kept the configuration away, as the SDK reports it.
    var configurationFault: String?
    var debugLevel: String??
    var isPrivacyUnknown: LogPlace?
    /// Why the facility of the app information is not one for a test of watermarks.
    var otherFacility: String?
    /// Whether a view has playheads and no watermarks.
    var isMeasuredWithoutTags = false
    var hasInterruptions = false
    var validator = NielsenValidator(mode: .strict)
    let lenient = NielsenValidator(mode: .lenient)

    private var ready: [Finding] = []
    private var count = 0
    private(set) var errors = 0

    /// Makes a certifier of the published thresholds.
    ///
    /// - Parameters:
    ///   - isForProduction: Whether the app is a released one, and not one that is being certified.
    ///   - limits: The thresholds.
    package init(isForProduction: Bool = false, limits: CertificationThresholds = .published) {
        self.isForProduction = isForProduction
        self.limits = limits
        run = Run(meter: StepMeter(limits))
    }

    // MARK: - Results

    /// Whether findings are complete.
    var hasFindings: Bool { !ready.isEmpty }

    /// Returns the findings that are complete, and forgets them.
    package mutating func removeFindings() -> [Finding] {
        defer { ready.removeAll(keepingCapacity: true) }
        return ready
    }

    /// Adds a finding that is about no view.
    package mutating func report(_ finding: Finding) {
        if finding.severity == .error { errors += 1 }
        ready.append(finding)
    }

    /// Adds what is wrong with a line.
    package mutating func report(_ fault: LogFault, line: Int) {
        report(Finding(fault.rule, line: line, fault.message))
    }

    /// Reports the findings of a log, and empties it.
    mutating func flush(_ log: WritableKeyPath<Certifier, FindingLog>) {
        let findings = self[keyPath: log].findings
        self[keyPath: log] = FindingLog()
        for finding in findings { report(finding) }
    }

    /// Ends the judgement.
    ///
    /// - Returns: The verdict; ``results`` and the last findings are complete.
    package mutating func finish() -> CheckCase.Verdict {
        settleLatePlayhead(isFinal: true)
        for hold in holds.values where !hold.isStopped && !hold.isExempt { missStop(hold.place, "the interruption") }
        holds = [:]
        closeRun()
        closeView()
        closePage(at: now)
        if let place = isPrivacyUnknown {
            app.add(.privacyUnknown, at: place, "The privacy status is unknown, and no later call sets it.")
        }
        judgeApp()
        flush(\.app)
        if errors > 0 { return .fail }
        if cases.restriction != nil { return .undecidable }
        return count > 0 || cases.all.contains { $0.verdict == .pass } ? .pass : .undecidable
    }

    /// The results of the published cases; complete after ``finish()``.
    package var results: [CheckCase] { cases.all }

    /// Restricts what the input can say, such as that of a collector.
    package mutating func restrict(_ reason: String) { cases.restriction = reason }

    // MARK: - Calls

    /// Judges a call.
    package mutating func apply(_ call: LoggedCall) {
        count += 1
        var place = LogPlace(line: call.line, time: call.time)
        if hasTime, call.time < now.time {
            app.add(.timeGoesBack, at: place, "The time goes back from \(now.time) to \(call.time).")
            place.time = now.time
        }
        hasTime = true
        now = place
        if isDisabled, call.kind.isMeasured { return }
        carryOut(call, place)
    }

    private mutating func carryOut(_ call: LoggedCall, _ place: LogPlace) {
        let argument = call.arguments.first
        switch call.kind {
        case .play: play(argument, at: place)
        case .loadMetadata, .staticStart:
            // The first number of loadMetadata begins the stream as well, as the published plugins use it.
            if call.name == "ggPM(3)" { play(nil, at: place) }
            load(argument, at: place)
        case .playheadPosition: playhead(argument, at: place)
        case .sendID3: sendID3(argument, at: place)
        case .stop: stop(at: place)
        case .end: end(at: place)
        case .staticEnd: endPage(at: place)
        case .staticSwitch:
            endPage(at: place)
            if let argument, !argument.isNull { load(argument, at: place) }
        case .updateOTT: view.findings.add(validator.validate(.ott, argument ?? .null), at: place)
        case .userOptOut: optOut(argument, at: place)
        case .appDisableApi: disable(argument, at: place)
        case .trackEvent: track(argument, at: place)
        case .updateMetadata, .setVolume: break
        case .appInfo: appInfo(argument, at: place)
        case .sdkEvent: sdkEvent(argument)
        case .sdkError: sdkError(argument)
        case .privacyStatus: privacy(argument, at: place)
        case .collector: collector(argument, at: place)
        case .interruptionStart(let kind): interrupt(kind, at: place)
        case .interruptionEnd(let kind): resume(kind, at: place)
        case .bufferStart: bufferStart(at: place)
        case .bufferEnd: bufferEnd(at: place)
        case .pictureInPicture(let isOn): isPictureInPicture = isOn
        case .unknown:
            app.add(
                .undocumentedEvent,
                at: place,
                key: call.name,
                "\"\(call.name.prefix(64))\" is not a documented call."
            )
        }
    }

    /// Adds a finding about the view.
    mutating func find(_ rule: Rule, at place: LogPlace, cost: Double? = nil, _ message: String) {
        view.findings.add(rule, at: place, cost: cost, message)
    }

    /// Ends the view: what broke a rule in it, and the cases that it shows.
    mutating func closeView() {
        view.finish(limits)
        if view.playheads > 0, view.tags == 0 { isMeasuredWithoutTags = true }
        cases.judge(view, limits)
        flush(\.view.findings)
        view = StreamView()
        watermarks = WatermarkTrack()
        completed = nil
        ended = nil
    }
}

extension LoggedCall.Kind {
    /// Whether a disabled instance ignores the call.
    fileprivate var isMeasured: Bool {
        switch self {
        case .play, .loadMetadata, .playheadPosition, .sendID3, .stop, .end, .staticStart, .staticEnd, .staticSwitch,
            .trackEvent, .updateMetadata:
            true
        default: false
        }
    }
}
