// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR

/// Plays a stream of Segment events in virtual time, and measures it with the SDK.
struct SegmentRun {
    private var translator: NielsenDCRTranslator
    private var isShutDown = false
    private var effects: [NielsenDCREffect] = []
    private let clock: ManualClock
    private let sdk: NielsenResumingSDK?
    private let api: NielsenAppApi?
    /// The time of day at the origin of virtual time.
    private var unixOrigin: Int64 = 1_700_000_000
    private var events = 0
    private var ignored = 0
    private var calls = 0

    init(settings: NielsenDCRSettings) {
        translator = NielsenDCRTranslator(settings: settings)
        clock = ManualClock()
        // What is credited does not depend on the id of the app, and a stream need not have one.
        let appInfo = ["appid": settings.appId.isEmpty ? "P00000000-0000-0000-0000-000000000001" : settings.appId]
        let environment = NielsenEnvironment(clock: clock, pings: NielsenRecordingPingSink())
        api = NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment)
        sdk = api.map(NielsenResumingSDK.init)
    }

    private var time: NielsenDCRTime {
        NielsenDCRTime(now: clock.now, unixSeconds: unixOrigin + secondsPassed)
    }

    private var secondsPassed: Int64 { clock.now.nanoseconds / 1_000_000_000 }

    /// Applies one line of input.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - tell: Receives each resulting effect, in order, with the time since the beginning of the run.
    mutating func apply(_ line: SegmentLine, _ tell: (NielsenDCREffect, Duration) -> Void) {
        switch line {
        case .settings(let settings):
            if settings.appId != translator.settings.appId, !translator.settings.appId.isEmpty {
                translator.reset(at: clock.now, into: &effects)
            }
            translator.settings = settings
        case .clock(let seconds):
            unixOrigin = seconds - secondsPassed
        case .advance(let duration):
            advance(to: clock.now + duration, tell)
        case .reset, .shutdown:
            if !isShutDown { translator.reset(at: clock.now, into: &effects) }
            if case .shutdown = line { isShutDown = true }
        case .optOut(let url):
            if !isShutDown { effects.append(.call(.userOptOut(url))) }
        case .track(let event):
            if !isShutDown { translator.track(event, at: time, into: &effects) }
            count()
        case .screen(let event):
            if !isShutDown { translator.screen(event, at: time, into: &effects) }
            count()
        }
        flush(tell)
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
                sdk?.make(call, age: age)
            }
            tell(effect, clock.now - .zero)
        }
        effects.removeAll(keepingCapacity: true)
    }

    /// Returns the totals of the run, in lines for people.
    ///
    /// - Parameter problems: How many lines could not be read.
    /// - Returns: Lines without line ends, the first of which says how many events and calls there were.
    func summary(problems: Int) -> [String] {
        func counted(_ number: Int, _ what: String) -> String { number == 1 ? "1 \(what)" : "\(number) \(what)s" }
        guard events + problems > 0 else { return ["Nothing to show: there is no event."] }
        var first = "\(counted(events, "event")), \(counted(calls, "call"))"
        if ignored > 0 { first += "; \(ignored) had no effect" }
        if problems > 0 { first += "; \(counted(problems, "line")) could not be read" }
        var lines = ["", first + "."]
        let credits = api?.creditSummary ?? []
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
