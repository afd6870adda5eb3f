// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel

@testable import NielsenMeasurement

/// A core by itself, and what it asks for, in short.
struct CoreBench {
    var core: NielsenCore
    private(set) var now: NielsenTime
    private let began: NielsenTime
    private(set) var settings: NielsenMeasurementSettings

    static let content = [
        "type": "content", "assetid": "a", "program": "Program", "title": "Title S1E2", "length": "3600",
        "airdate": "2026-03-21T10:05:00", "isfullepisode": "y", "adloadtype": "2",
    ]
    static let ad = ["type": "midroll", "assetid": "ad"]
    static let page = ["type": "static", "section": "Home"]

    /// A core that was begun at noon of a day in UTC, and started unless it waits for that.
    init(starts: Bool = true, _ change: (inout NielsenThresholds) -> Void = { _ in }) {
        var thresholds = NielsenThresholds()
        change(&thresholds)
        settings = NielsenMeasurementSettings(
            thresholds: thresholds,
            inputMode: .lenient,
            viewability: NielsenViewabilitySettings(),
            resumeCalls: .loadMetadata
        )
        var noon = NielsenTime.never
        noon.instant = Instant(nanoseconds: 1_000_000_000_000)
        noon.unixMilliseconds = 1_699_963_200_000
        now = noon
        began = noon
        core = NielsenCore(
            settings: settings,
            privacy: NielsenPrivacy(flavor: .noAd),
            localTime: LocalTime(.gmt),
            at: noon,
            random: { 7 }
        )
        guard starts else { return }
        start()
        core.effects = []
    }

    mutating func start(choice: Bool = false, issues: [NielsenIssue] = []) {
        core.start(
            settings: settings,
            session: began,
            choice: choice,
            isOptedOutByApp: false,
            appInfo: ["appid": "P"],
            issues: issues,
            at: now
        )
    }

    // MARK: - Time

    mutating func wait(_ seconds: Int64) { wait(milliseconds: seconds * 1_000) }

    mutating func wait(milliseconds: Int64) { wait(nanoseconds: milliseconds * 1_000_000) }

    mutating func wait(nanoseconds: Int64) {
        now.instant = now.instant.adding(nanoseconds: nanoseconds)
        now.unixMilliseconds = began.unixMilliseconds + now.instant.nanoseconds(since: began.instant) / 1_000_000
    }

    /// How long after the beginning the core wants to be asked again, in nanoseconds.
    mutating func deadline() -> Int64? {
        let next = core.outlook().nextDeadline
        return next.map { $0.nanoseconds(since: began.instant) }
    }

    // MARK: - Calls

    mutating func call(_ calls: NielsenCall..., isHeld: Bool = false) -> [String] {
        for call in calls { core.apply(call, isHeld: isHeld, at: now) }
        return heard()
    }

    /// Plays second by second, the clock going along.
    mutating func play(_ positions: some Sequence<Int64>) -> [String] {
        for position in positions {
            core.apply(.playheadPosition(position), at: now)
            wait(1)
        }
        return heard()
    }

    /// Lets time pass without a call.
    mutating func advance() -> [String] {
        core.advance(to: now)
        return heard()
    }

    /// What was asked for since the last look.
    mutating func heard() -> [String] {
        defer { core.effects = [] }
        return core.effects.map(text)
    }

    // MARK: - Text

    private func age(_ milliseconds: Int64) -> String { "@\(milliseconds - began.unixMilliseconds)" }

    private func place(_ view: Int?, _ playhead: Int64?, _ time: Int64) -> String {
        "#\(view.map(String.init) ?? "-") at \(playhead.map(String.init) ?? "-") \(age(time))"
    }

    private func text(_ effect: NielsenEffect) -> String {
        switch effect {
        case .record(let record):
            if record.kind == .session { return "session \(age(record.time))" }
            let channel = record.metadata["channelName"].map { " on \($0)" } ?? ""
            let place = place(record.view, record.playhead, record.time)
            let credit = "\(record.segments) \(record.seconds)/\(record.totalSeconds)"
            return "\(record.kind) \(record.assetid)\(place) \(credit)\(channel)"
        case .error(let error, let time): return "error \(error.code) \(error.key ?? "-") \(age(time))"
        case .event(let code, let time): return "event \(code.rawValue) \(age(time))"
        case .remark(let level, let remark):
            return "\(level == .warning ? "warning" : "note"): \(remark.code?.rawValue ?? remark.description)"
        case .boundary(let boundary, let view, let playhead, let time):
            return "\(boundary) \(place(view, playhead, time))"
        case .button(let button, let view, let playhead, let time):
            return "button \(button) \(place(view, playhead, time))"
        case .watch(let watch): return "watch \(watch)"
        case .persistOptOut(let choice): return "keep \(choice)"
        case .identify(let privacy, let renews, let time):
            return "identify \(privacy.isOptedOut) \(renews) \(age(time.unixMilliseconds))"
        case .checkpoint, .timer, .buttonEnd, .device, .shell: return "other"
        }
    }
}
