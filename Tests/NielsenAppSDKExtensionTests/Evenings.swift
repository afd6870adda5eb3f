// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenTestSupport
import HubServices
import LaunchHub
import NielsenAppApi

@testable import NielsenAppSDKExtension

/// What an evening is measured with, in virtual time.
struct EveningBench {
    let clock = ManualClock()
    let pings = NielsenRecordingPingSink()

    var environment: NielsenEnvironment {
        var device = NielsenDevice(osName: "iOS", osVersion: "16.1", model: "Phone")
        // An evening of one day.
        device.timeZone = TimeZone(secondsFromGMT: -36_000) ?? .gmt
        return NielsenEnvironment(
            clock: clock,
            pings: pings,
            device: device,
            random: makeRepeatableRandom()
        )
    }
}

/// By calls of the classic API, as an app makes them that follows the documented sequence.
final class EveningOfCalls: Evening {
    private enum Playing {
        case nothing, film
        case ad(String)
    }

    let api: NielsenAppApi
    private let playing = Locked(Playing.nothing)
    private let hasBegun = Locked(false)

    init(_ bench: EveningBench) throws {
        api = try NielsenAppApi.make(appInfo: TwoHours.appInfo, environment: bench.environment)
    }

    private func begin() {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        api.play(["channelName": "Films"])
        api.loadMetadata(TwoHours.film)
    }

    func open(_ page: [String: String]) { api.loadMetadata(page) }
    func leavePage() { api.staticEnd() }

    func film(_ position: Int64, _ watermark: String?) {
        if case .film = playing.withLock({ $0 }) {} else { api.loadMetadata(TwoHours.film) }
        playing.withLock { $0 = .film }
        if let watermark { api.sendID3(watermark) }
        api.playheadPosition(position)
    }

    func ad(_ ad: [String: String], _ position: Int64) {
        if position == 0 {
            begin()
            if case .film = playing.withLock({ $0 }) { api.stop() }
            api.loadMetadata(ad)
            playing.withLock { $0 = .ad(ad["assetid"] ?? "") }
        }
        api.playheadPosition(position)
    }

    func adIsOver(_ ad: [String: String]) {
        api.stop()
        playing.withLock { $0 = .nothing }
    }

    func interrupt() {
        if case .film = playing.withLock({ $0 }) { api.stop() }
        playing.withLock { $0 = .nothing }
    }

    func end() {
        api.end()
        playing.withLock { $0 = .nothing }
    }
}

/// By `trackEvent` dictionaries, whoever takes them.
struct EveningOfEvents: Evening {
    let send: ([String: JSONValue]) async throws -> Void

    private func send(
        _ event: String,
        _ type: String,
        _ metadata: [String: [String: String]] = [:],
        _ position: Int64? = nil,
        _ watermark: String? = nil
    ) async throws {
        var objects: [String: [String: String]] = ["content": TwoHours.film, "ad": [:], "static": [:]]
        objects.merge(metadata) { $1 }
        var dictionary: [String: JSONValue] = [
            "event": .string(event), "type": .string(type),
            "metadata": .object(
                JSONObject(objects.mapValues { .object(JSONObject($0.mapValues(JSONValue.string))) })
            ),
        ]
        dictionary["playheadPosition"] = position.map { .string(String($0)) }
        dictionary["id3Data"] = watermark.map(JSONValue.string)
        try await send(dictionary)
    }

    func open(_ page: [String: String]) async throws { try await send("playhead", "static", ["static": page]) }
    func leavePage() async throws { try await send("complete", "static") }
    func film(_ position: Int64, _ watermark: String?) async throws {
        try await send("playhead", "content", [:], position, watermark)
    }
    func ad(_ ad: [String: String], _ position: Int64) async throws {
        try await send("playhead", "ad", ["ad": ad], position)
    }
    func adIsOver(_ ad: [String: String]) async throws { try await send("adStop", "ad", ["ad": ad]) }
    func interrupt() async throws { try await send("pause", "content") }
    func end() async throws { try await send("complete", "content") }
}
