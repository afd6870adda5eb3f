// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Plays a script by one of the ways in.
struct WirePlayer {
    /// What a way in is asked for.
    struct Moment {
        enum Kind { case content, ad, page }
        var event = "playhead"
        var kind = Kind.content
        var content: [String: String] = [:]
        var ad: [String: String] = [:]
        var page: [String: String] = [:]
        var playhead: Int64?
        var tag: String?
        var ott: [String: String]?
        var choice: Bool?
    }

    let take: (Moment) async throws -> Void
    let clock: ManualClock

    func play(_ script: WireScript) async throws {
        var place = (channel: 0, programme: 0)
        var isTuned = false
        var position: Int64 = 0
        var streamPosition: Int64 = 0
        var choice: Bool?
        var ott: [String: String]?
        var showsPage = false
        var isSeen = false

        func send(_ change: (inout Moment) -> Void) async throws {
            var moment = Moment()
            moment.content = isTuned ? WireScript.content(place.channel, place.programme) : [:]
            moment.choice = choice
            moment.ott = ott
            change(&moment)
            (choice, ott) = (nil, nil)
            try await take(moment)
        }

        func tag() -> String { WireScript.tag(place.channel, place.programme, streamPosition) }

        for step in script.steps {
            // Nobody waits for an ad and leaves: where a view ends, a second of it was seen.
            if isTuned, !isSeen, step.endsView {
                try await send { $0.playhead = position }
                clock.advance(by: .seconds(10))
            }
            if step.endsView { isSeen = false }
            if case .watch = step { isSeen = true }
            switch step {
            case .tune(let channel, let programme):
                place = (channel, programme)
                (isTuned, position, streamPosition) = (true, 0, Int64(channel) * 1_000 + 100)
            case .watch(let tens):
                guard isTuned else { continue }
                for _ in 0..<tens {
                    try await send {
                        $0.playhead = position
                        $0.tag = tag()
                    }
                    clock.advance(by: .seconds(10))
                    position += 10
                    streamPosition += 10
                }
            case .ad(let number, let tens):
                guard isTuned else { continue }
                for ten in 0..<tens {
                    try await send {
                        ($0.kind, $0.ad) = (.ad, WireScript.ad(number))
                        $0.playhead = Int64(ten) * 10
                        $0.tag = tag()
                    }
                    clock.advance(by: .seconds(10))
                    streamPosition += 10
                }
                try await send { ($0.event, $0.kind, $0.ad) = ("adStop", .ad, WireScript.ad(number)) }
            case .pause(let seconds):
                guard isTuned else { continue }
                try await send { $0.event = "pause" }
                clock.advance(by: .seconds(seconds))
            case .choice(let optsOut): choice = optsOut
            case .cast(let isOn): ott = isOn ? WireScript.connected : ["ottStatus": "0"]
            case .page(let number):
                showsPage = true
                try await send { ($0.kind, $0.page) = (.page, WireScript.page(number)) }
                clock.advance(by: .seconds(7))
            case .leavePage:
                guard showsPage else { continue }
                showsPage = false
                try await send { ($0.event, $0.kind) = ("complete", .page) }
            case .end:
                guard isTuned else { continue }
                try await send { $0.event = "complete" }
                isTuned = false
                // A playhead of the same content in the next seconds would be a late one.
                clock.advance(by: .seconds(20))
            }
        }
    }
}

/// The classic calls of an app that follows the documented sequence.
final class WireCalls {
    private enum Playing { case nothing, content, ad }
    private let api: NielsenAppApi
    private var content: [String: String]?
    private var playing = Playing.nothing

    init(_ api: NielsenAppApi) { self.api = api }

    func take(_ moment: WirePlayer.Moment) {
        if let choice = moment.choice { _ = api.userOptOut(choice ? "nielsenappsdk://1" : "nielsenappsdk://0") }
        if let ott = moment.ott { api.updateOTT(ott) }
        switch (moment.event, moment.kind) {
        case ("playhead", .page): api.loadMetadata(moment.page)
        case (_, .page): api.staticEnd()
        case ("playhead", let kind): play(moment, isAd: kind == .ad)
        case ("complete", _):
            api.end()
            (content, playing) = (nil, .nothing)
        // adStop and pause
        default:
            if playing != .nothing { api.stop() }
            playing = .nothing
        }
    }

    private func play(_ moment: WirePlayer.Moment, isAd: Bool) {
        let isNew = content?["assetid"] != moment.content["assetid"]
        if isNew {
            if content != nil { api.end() }
            api.play(["channelName": moment.content["channelName"] ?? ""])
            api.loadMetadata(moment.content)
            (content, playing) = (moment.content, .content)
        }
        if isAd, playing != .ad {
            if playing == .content, !isNew { api.stop() }
            api.loadMetadata(moment.ad)
            playing = .ad
        } else if !isAd, playing != .content {
            if playing == .ad { api.stop() }
            api.loadMetadata(moment.content)
            playing = .content
        }
        if let tag = moment.tag { api.sendID3(tag) }
        if let position = moment.playhead { api.playheadPosition(position) }
    }
}

extension WirePlayer.Moment {
    /// The moment as `trackEvent` has it.
    var dictionary: JSONObject {
        func object(_ values: [String: String]) -> JSONValue {
            .object(JSONObject(values.mapValues(JSONValue.string)))
        }
        let type =
            switch kind {
            case .content: "content"
            case .ad: "ad"
            case .page: "static"
            }
        var values: JSONObject = [
            "event": .string(event), "type": .string(type),
            "metadata": ["content": object(content), "ad": object(ad), "static": object(page)],
        ]
        values["playheadPosition"] = playhead.map { .string(String($0)) }
        values["id3Data"] = tag.map(JSONValue.string)
        values["ottData"] = ott.map(object)
        values["optout"] = choice.map { .string($0 ? "1" : "0") }
        return values
    }
}
