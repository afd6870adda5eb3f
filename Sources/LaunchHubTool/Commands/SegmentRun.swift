// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR

/// Plays a stream of Segment events in virtual time, and measures it with the SDK.
struct SegmentRun {
    private var translator: NielsenDCRTranslator
    private var isShutDown = false
    private var effects: [NielsenDCREffect] = []
    private var meter: SegmentMeter?
    private var clock: ManualClock
    private var time = SegmentTime()
    private var check: SegmentEventCheck
    /// What was found in metadata that was loaded since it was last asked for.
    private var found: [Finding] = []
    /// The time of day at the origin of virtual time.
    private var unixOrigin: Int64 = 1_700_000_000
    /// Whether a line has set the time of day, which then no event does.
    private var hasClock = false
    /// Whether there was no event so far.
    private(set) var isEmpty = true
    private var events = 0
    private var ignored = 0
    private var calls = 0

    init(settings: NielsenDCRSettings) {
        translator = NielsenDCRTranslator(settings: settings)
        clock = ManualClock()
        check = SegmentEventCheck(settings)
    }

    private var now: NielsenDCRTime {
        NielsenDCRTime(now: clock.now, unixSeconds: unixOrigin + secondsPassed)
    }

    private var secondsPassed: Int64 { clock.now.nanoseconds / 1_000_000_000 }

    /// The time since the beginning of the run.
    var elapsed: Duration { clock.now - .zero }

    /// What was credited so far.
    var credits: [NielsenCredit] { meter?.api.creditSummary ?? [] }

    // MARK: - Time

    /// Lets the time until an event pass.
    ///
    /// - Parameters:
    ///   - timestamp: The event's time; nil if it has none.
    ///   - line: The line of the event.
    ///   - tell: Receives each resulting effect, in order, with the time since the beginning of the run.
    /// - Returns: What is wrong with the time, or nil.
    mutating func pass(
        to timestamp: JSONValue?,
        line: Int,
        _ tell: (NielsenDCREffect, Duration) -> Void
    ) -> Finding? {
        var step = time.read(timestamp, line: line)
        if let seconds = step.unixSeconds, meter == nil, elapsed == .zero {
            clock = ManualClock(date: Date(timeIntervalSince1970: Double(seconds)))
        }
        if step.passes > .zero {
            let target = clock.now + step.passes
            if step.isSuspended, translator.nextBeat != nil {
                step.finding = step.finding ?? SegmentTime.gap(step.passes)
                // What runs late by days was not running.
                clock.advance(to: target)
                translator.advance(to: target, into: &effects)
                flush(tell)
            } else {
                advance(to: target, tell)
            }
        }
        if let seconds = step.unixSeconds, !hasClock { unixOrigin = seconds - secondsPassed }
        return step.finding
    }

    // MARK: - Lines

    /// Returns what the SDK found in what was applied since the last time.
    mutating func findingsOfSDK() -> [Finding] {
        defer { found = [] }
        return found + (meter?.take() ?? [])
    }

    /// Checks one line of input and applies it.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - tell: Receives each resulting effect, in order, with the time since the beginning of the run.
    /// - Returns: What is wrong with the line, and what the SDK found in what was applied since the last time.
    mutating func apply(_ line: SegmentLine, _ tell: (NielsenDCREffect, Duration) -> Void) -> [Finding] {
        var findings: [Finding] = []
        switch line {
        case .settings(let settings):
            check.change(settings)
            if settings.appId != translator.settings.appId, !translator.settings.appId.isEmpty {
                translator.reset(at: clock.now, into: &effects)
            }
            translator.settings = settings
        case .clock(let seconds):
            unixOrigin = seconds - secondsPassed
            hasClock = true
        case .advance(let duration):
            time.noteAdvance()
            advance(to: clock.now + duration, tell)
        case .reset, .shutdown:
            check.reset()
            if !isShutDown { translator.reset(at: clock.now, into: &effects) }
            if case .shutdown = line { isShutDown = true }
        case .optOut(let url):
            isEmpty = false
            if !isShutDown { effects.append(.call(.userOptOut(url))) }
        case .track(let event):
            isEmpty = false
            if !isShutDown {
                findings = check.check(event)
                translator.track(event, at: now, into: &effects)
            }
            count()
        case .screen(let event):
            isEmpty = false
            if !isShutDown { translator.screen(event, at: now, into: &effects) }
            count()
        case .user: isEmpty = false
        }
        flush(tell)
        return findings + findingsOfSDK()
    }

    private mutating func count() {
        events += 1
        let hasEffect = effects.contains { if case .remark = $0 { false } else { true } }
        if !hasEffect { ignored += 1 }
    }

    private mutating func advance(to target: Instant, _ tell: (NielsenDCREffect, Duration) -> Void) {
        while let due = translator.nextBeat, due <= target {
            clock.advance(to: due)
            translator.advance(to: due, into: &effects)
            flush(tell)
        }
        clock.advance(to: target)
    }

    private mutating func flush(_ tell: (NielsenDCREffect, Duration) -> Void) {
        for effect in effects {
            if let call = effect.call {
                calls += 1
                let age: Duration = if case .playhead(_, let reached) = effect { clock.now - reached } else { .zero }
                if case .loadMetadata(let metadata) = call { found += check.check(loading: metadata) }
                measure(call, age)
            }
            tell(effect, clock.now - .zero)
        }
        effects.removeAll(keepingCapacity: true)
    }

    private mutating func measure(_ call: NielsenCall, _ age: Duration) {
        if meter == nil { meter = SegmentMeter(appId: translator.settings.appId, clock) }
        meter?.sdk.make(call, age: age)
    }

    /// Returns the totals of the run, in lines for people.
    ///
    /// - Parameter problems: How many lines could not be read.
    /// - Returns: Lines without line ends, the first of which says how many events and calls there were.
    func summary(problems: Int) -> [String] {
        guard events + problems > 0 else { return ["Nothing to show: there is no event."] }
        var first = "\(CheckText.counted(events, "event")), \(CheckText.counted(calls, "call"))"
        if ignored > 0 { first += "; \(ignored) had no effect" }
        if problems > 0 { first += "; \(CheckText.counted(problems, "line")) could not be read" }
        var lines = ["", first + "."]
        guard !credits.isEmpty else { return lines }
        lines.append("Credited by the pings (30 seconds of a minute credit the minute, once a view):")
        for credit in credits {
            let id = credit.assetid.isEmpty ? "(without an id)" : VisibleText.line(credit.assetid)
            let products = credit.products.map(\.rawValue).joined(separator: ", ")
            let told =
                credit.isSent
                ? "\(credit.seconds) s played, \(TimelineText.minutes(credit.segments)), \(products)"
                : "\(credit.seconds) s measured, not sent: no product reports it"
            lines.append(
                "  \(credit.lane.rawValue) \(id): \(told)\(credit.ended ? "" : ", still open (reported when it ends)")"
            )
        }
        return lines
    }
}

/// The SDK that a stream is measured with, and the errors that it reports.
final class SegmentMeter {
    /// What is credited does not depend on the id of the app, and a stream need not have one.
    private static let anyAppId = "P00000000-0000-0000-0000-000000000001"

    let api: NielsenAppApi
    let sdk: NielsenResumingSDK
    private let reporter: Reporter

    /// Makes an instance; nil if it cannot be made.
    init?(appId: String, _ clock: ManualClock) {
        let reporter = Reporter()
        let environment = NielsenEnvironment(clock: clock, pings: DiscardingPingSink())
        let appInfo = ["appid": appId.isEmpty ? Self.anyAppId : appId]
        let other = ["appid": Self.anyAppId]
        // An app id that the SDK refuses is a matter of the settings.
        let made =
            NielsenAppApi(appInfo: appInfo, delegate: reporter, environment: environment)
            ?? NielsenAppApi(appInfo: other, delegate: reporter, environment: environment)
        guard let made else { return nil }
        api = made
        sdk = NielsenResumingSDK(made, clock: clock)
        self.reporter = reporter
    }

    /// Returns the errors since the last time.
    func take() -> [Finding] { reporter.take() }
}

/// Receives the errors of an instance.
private final class Reporter: NSObject, NielsenAppApiDelegate, Sendable {
    private let found = Locked<[Finding]>([])

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        guard let code = error["errorCode"] as? Int, let text = error["errorDescription"] as? String else { return }
        // Metadata is checked by its rules, under their names.
        guard code != Int(LogCode.failedParseMetadata.rawValue) else { return }
        let finding = Finding(rule: "SDK_ERROR_\(code)", severity: .error, message: text)
        found.withLock { $0.append(finding) }
    }

    func take() -> [Finding] {
        found.withLock { found in
            defer { found = [] }
            return found
        }
    }
}

/// A sink for pings that nobody reads: what they credit is counted where they are made.
private struct DiscardingPingSink: NielsenPingSink {
    func send(_ ping: NielsenPing) {}
}
