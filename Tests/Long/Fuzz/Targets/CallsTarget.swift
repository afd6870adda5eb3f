// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// One evening told twice, by classic calls and by `trackEvent`: both are credited the same, and never more than time
/// that passed.
///
/// Each byte is a step: its upper half says what happens, its lower half how often or how far. A step is a few calls, so that
/// a second is enough for a thousand inputs.
struct CallsTarget: FuzzTarget {
    private enum Lane { case none, content, ad }

    private struct Credit: Hashable, CustomStringConvertible {
        let lane: NielsenLane
        let seconds: Int
        let segments: [Int64]

        var description: String { "\(lane) \(seconds) s \(segments)" }
    }

    /// For how many inputs an instance lives: each looks at what all of them were credited.
    private static let inputsOfALife = 16
    /// How many steps an input has.
    private static let steps = 5

    private var count = 0
    private var calls = FuzzedInstance(configuration)
    private var events = FuzzedInstance(configuration)
    private var instances: (api: NielsenAppApi, tracker: NielsenEventTracker)?
    /// The last view of each that an earlier input led to.
    private var seen = (calls: 0, events: 0)

    private mutating func prepare() -> (api: NielsenAppApi, tracker: NielsenEventTracker) {
        count += 1
        if count % Self.inputsOfALife != 1, let instances { return instances }
        instances?.api.shutdown()
        instances?.tracker.shutdown()
        calls = FuzzedInstance(Self.configuration)
        // One clock for both: it is one evening.
        events = FuzzedInstance(Self.configuration, clock: calls.clock)
        seen = (0, 0)
        let api = NielsenAppApi(appInfo: FuzzedInstance.appInfo, delegate: nil, environment: calls.environment)
        let tracker = NielsenEventTracker(
            appInfo: FuzzedInstance.appInfo,
            delegate: nil,
            environment: events.environment
        )
        guard let api, let tracker else { fail("the app information is refused") }
        instances = (api, tracker)
        return (api, tracker)
    }

    mutating func run(_ input: Data) {
        let (api, tracker) = prepare()
        let (calls, events) = (calls, events)
        var lane = Lane.none
        var position: Int64 = 0
        var adPosition: Int64 = 0
        var isOpen = false

        func advance(_ duration: Duration) {
            calls.clock.advance(by: duration)
        }
        func playhead(_ kind: Lane) {
            if !isOpen { api.play() }
            isOpen = true
            if lane != kind {
                if lane != .none { api.stop() }
                api.loadMetadata(kind == .content ? Self.content : Self.ad)
                if kind == .ad { adPosition = 0 }
            }
            lane = kind
            let now = kind == .content ? position : adPosition
            api.playheadPosition(now)
            tracker.trackEvent(
                [
                    "event": "playhead", "type": kind == .content ? "content" : "ad", "playheadPosition": String(now),
                    "metadata": kind == .content ? Self.ofContent : Self.ofAd,
                ] as [String: Any]
            )
        }
        for byte in input.prefix(Self.steps) {
            let amount = Int64(byte & 15)
            switch byte >> 4 {
            case 0...3:
                for _ in 0...amount / 4 {
                    playhead(.content)
                    advance(.seconds(1))
                    position += 1
                }
            case 4, 5:
                // Players that tell less often: a minute and more in a step.
                for _ in 0..<4 {
                    playhead(.content)
                    advance(.seconds(amount + 1))
                    position += amount + 1
                }
            case 6, 7:
                for _ in 0...amount / 4 {
                    playhead(.ad)
                    advance(.seconds(1))
                    adPosition += 1
                }
            case 8: position = amount * 30
            case 9: advance(.milliseconds(amount * 130))
            case 10: advance(.seconds(amount * 20))
            case 11:
                for _ in 0...amount / 4 {
                    playhead(.content)
                    position += 1
                }
            case 12 where lane == .content:
                api.stop()
                tracker.trackEvent(["event": "pause", "type": "content"] as [String: Any])
                lane = .none
            case 13 where isOpen:
                api.end()
                tracker.trackEvent(["event": "complete", "type": "content"] as [String: Any])
                isOpen = false
                lane = .none
                position = 0
                // For five seconds a playhead at or after the last one belongs to the completed content, where no call says
                // that the content is loaded again.
                advance(.seconds(6))
            default: advance(.milliseconds(500))
            }
        }
        if isOpen {
            api.end()
            tracker.trackEvent(["event": "complete", "type": "content"] as [String: Any])
        }
        advance(.seconds(6))
        calls.check()
        events.check()
        let summaries = (api.creditSummary, tracker.creditSummary)
        let first = Self.credits(summaries.0, after: seen.calls)
        let second = Self.credits(summaries.1, after: seen.events)
        require(first == second, "calls and events differ: \(first) \(second)")
        seen = (summaries.0.map(\.view).max() ?? seen.calls, summaries.1.map(\.view).max() ?? seen.events)
    }

    /// One ping for each view and minute: what the built-in ones hold is for ``MetadataTarget``.
    private static let configuration: NielsenConfiguration = {
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1, "keyMap": {"nol_assetid": "assetid"},
             "templates": {"video": {"url": "https://collector.example/gn", "parameters": ["[nol_assetid]", "[nol_davty]"]}},
             "products": [{"product": "dcrVideo", "types": ["content", "midroll"], "processors": [
               {"cadence": "impression", "prefix": "V", "at": "view", "template": "video"},
               {"cadence": "interval", "prefix": "D", "at": "timer", "template": "video"}]}]}
            """
        do {
            return try NielsenConfiguration(jsonData: Data(text.utf8))
        } catch {
            fail("the configuration is refused: \(error)")
        }
    }()

    private static let content = [
        "type": "content", "assetid": "film", "program": "p", "title": "A film", "length": "3600", "isfullepisode": "y",
        "airdate": "2022-03-21T10:05:00", "adloadtype": "2",
    ]
    private static let ad = ["type": "midroll", "assetid": "ad"]
    /// The metadata of an event, made once.
    private static let ofContent = ["content": content]
    private static let ofAd = ["content": content, "ad": ad]

    /// What was credited.
    ///
    /// An event brings its content with its ad, so that their views may begin in another order.
    private static func credits(_ all: [NielsenCredit], after seen: Int) -> [Credit] {
        all.filter { $0.seconds > 0 && $0.view > seen }
            .map { Credit(lane: $0.lane, seconds: $0.seconds, segments: $0.segments) }
            .sorted { $0.description < $1.description }
    }
}
