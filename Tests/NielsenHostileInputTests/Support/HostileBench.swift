// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi

/// Instances whose records, pings and errors are kept, and a way to see that they still measure.
final class HostileBench {
    let clock = JumpingClock()
    let sink = NielsenRecordingMeasurementSink()
    let pings = NielsenRecordingPingSink()
    let hearing = Hearing()
    var configuration = NielsenConfiguration()
    /// One for all instances, so that each has a session of its own.
    private let random = makeRepeatableRandom()

    var environment: NielsenEnvironment {
        NielsenEnvironment(
            clock: clock,
            log: .disabled,
            store: InMemoryKeyValueStore(),
            sink: sink,
            pings: pings,
            configuration: configuration,
            random: random
        )
    }

    func makeApi(_ appInfo: Any = HostileBench.appInfo) throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: appInfo, delegate: hearing, environment: environment)
    }

    func makeTracker(_ appInfo: Any = HostileBench.appInfo) throws -> NielsenEventTracker {
        try NielsenEventTracker.make(appInfo: appInfo, delegate: hearing, environment: environment)
    }

    /// Plays a minute of something new, second by second; true where exactly that was measured, and a ping was made of it.
    func measures(_ api: NielsenAppApi) -> Bool {
        if api.state == .processing { api.end() }
        measuredCount += 1
        let asset = "after-\(measuredCount)"
        api.play()
        api.loadMetadata(Self.content(asset))
        for position in Int64(0)..<60 {
            api.playheadPosition(position)
            clock.move(1)
        }
        api.end()
        return isMeasured(asset)
    }

    /// The same with events.
    func measures(_ tracker: NielsenEventTracker) -> Bool {
        measuredCount += 1
        let asset = "after-\(measuredCount)"
        for position in 0..<60 {
            tracker.trackEvent(Self.event(position, content: Self.content(asset)))
            clock.move(1)
        }
        tracker.trackEvent(["event": "complete"] as [String: Any])
        return isMeasured(asset)
    }

    private func isMeasured(_ asset: String) -> Bool {
        let records = sink.records.filter { $0.assetid == asset }
        let hasPing = pings.pings.contains { $0.assetid == asset && $0.product == .dcrVideo }
        // A day may end in the middle.
        let kinds = records.map(\.kind).filter { $0 != .duration }
        return hasPing && kinds == [.view, .end] && records.last?.totalSeconds == 60
            && records.last?.segments == [0]
    }

    private var measuredCount = 0

    // MARK: - Input as it should be

    static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]

    static func content(_ assetid: String) -> [String: String] { SampleAssets.content(assetid) }

    static func event(_ position: Int, content: [String: String]) -> [String: Any] {
        [
            "event": "playhead", "type": "content", "playheadPosition": String(position),
            "metadata": ["content": content] as [String: Any],
        ]
    }

    static let id3 = SampleAssets.watermark
}
