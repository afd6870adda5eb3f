// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import SegmentNielsenDCR

/// By events of the Video Spec, which tell positions where something changes; between them the destination counts.
final class SegmentTeller: Teller {
    private let clock: ManualClock
    private var destination: NielsenDCRDestination?
    private var current: Asset?
    private var content: Asset?
    /// True once an event said that what is loaded began.
    private var hasBegun = false
    private var wasAd = false
    private var last: (position: Int64, at: Instant)?

    init(_ bench: WayBench) {
        clock = bench.clock
        let settings = NielsenDCRSettings(appId: "PDA7D5EE6-B1B8-4123-9277-2A788BXXXXXX")
        destination = NielsenDCRDestination(settings: settings, environment: bench.environment)
    }

    func take(_ step: Step) throws(Obstacle) {
        switch step {
        case .play, .pass: break
        case .load(let asset): try load(asset)
        case .at(let position): try play(position)
        case .stop: leave(current?.lane == .ad ? "Video Ad Completed" : "Video Playback Paused")
        case .end: leave("Video Playback Completed")
        case .background: leave("Video Playback Interrupted")
        }
    }

    func finish() {
        // The instance ends with its destination.
        destination = nil
    }

    private func load(_ asset: Asset) throws(Obstacle) {
        guard asset.lane != .static else {
            destination?.screen(SegmentScreenEvent(name: asset.name))
            return
        }
        if asset == current, last != nil { throw .noReload }
        wasAd = current?.lane == .ad
        current = asset
        hasBegun = false
        last = nil
    }

    private func play(_ position: Int64) throws(Obstacle) {
        guard position <= 100_000_000_000 else { throw .positionTooLarge }
        if let last, clock.now - last.at < .seconds(1) { throw .oneASecond }
        track(name, position)
        hasBegun = true
        last = (position, clock.now)
    }

    private var name: String {
        if current?.lane == .ad { return hasBegun ? "Video Ad Playing" : "Video Ad Started" }
        if hasBegun || wasAd && content == current { return "Video Content Playing" }
        defer { content = current }
        return content == current ? "Video Playback Resumed" : "Video Playback Started"
    }

    private func leave(_ name: String) {
        // A position of now is reported with the event; otherwise it is the last one that was counted.
        track(name, last.flatMap { $0.at == clock.now ? $0.position : nil })
        last = nil
    }

    private func track(_ name: String, _ position: Int64?) {
        guard let current else { return }
        var properties: JSONObject = ["asset_id": .string(current.name)]
        if current.lane == .ad {
            properties["type"] = current == .preroll ? "pre-roll" : "mid-roll"
        } else {
            properties["content_asset_id"] = .string(current.name)
            properties["total_length"] = .string(current.metadata["length"] ?? "")
            if current.isLive { properties["livestream"] = true }
        }
        if let position {
            let now = Int64(clock.date.timeIntervalSince1970)
            properties["position"] = .int(current.isLive ? position - now : position)
        }
        destination?.track(SegmentTrackEvent(event: name, properties: properties))
    }
}
