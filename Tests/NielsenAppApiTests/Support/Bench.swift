// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport

/// Everything that a test of an instance needs, in virtual time.
class Bench {
    let clock = ManualClock()
    let sink = NielsenRecordingMeasurementSink()
    let pings = NielsenRecordingPingSink()
    let lines = RecordingSink()
    let store = InMemoryKeyValueStore()
    let hearing = Hearing()
    var configuration = NielsenConfiguration()
    private let makesPings: Bool
    private var measuredCount = 0

    /// - Parameter makesPings: Whether pings are made of what is measured.
    init(makesPings: Bool = false) { self.makesPings = makesPings }

    func environment(_ change: (inout NielsenConfiguration) -> Void = { _ in }) -> NielsenEnvironment {
        var configuration = configuration
        change(&configuration)
        return NielsenEnvironment(
            clock: clock,
            log: Log(level: .verbose, sink: lines),
            store: store,
            sink: sink,
            pings: makesPings ? pings : nil,
            configuration: configuration,
            random: makeRepeatableRandom()
        )
    }

    func makeApi(
        _ appInfo: Any = Bench.appInfo,
        _ change: (inout NielsenConfiguration) -> Void = { _ in }
    ) throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: appInfo, delegate: hearing, environment: environment(change))
    }

    func makeTracker(
        _ appInfo: Any = Bench.appInfo,
        _ change: (inout NielsenConfiguration) -> Void = { _ in }
    ) throws -> NielsenEventTracker {
        try NielsenEventTracker.make(appInfo: appInfo, delegate: hearing, environment: environment(change))
    }

    /// An instance in an app that was launched, and that plays content from its first second on.
    func makePlaying(_ change: (inout NielsenConfiguration) -> Void = { _ in }) throws -> NielsenAppApi {
        let api = try makeApi(Bench.appInfo, change)
        api.handle(.launch)
        api.play(Bench.channel)
        api.loadMetadata(Bench.content)
        return api
    }

    func wait(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }

    /// Plays second by second, the clock going along.
    func play(_ api: NielsenAppApi, _ positions: some Sequence<Int64>) {
        for position in positions {
            api.playheadPosition(position)
            wait(1)
        }
    }

    /// Plays a minute of something new; true where exactly that was measured, and a ping was made of it.
    func measures(_ api: NielsenAppApi) -> Bool {
        if api.state == .processing { api.end() }
        measuredCount += 1
        let asset = "after-\(measuredCount)"
        api.play()
        api.loadMetadata(Bench.content(asset))
        play(api, 0..<60)
        api.end()
        return isMeasured(asset)
    }

    /// The same with events.
    func measures(_ tracker: NielsenEventTracker) -> Bool {
        measuredCount += 1
        let asset = "after-\(measuredCount)"
        for position in 0..<60 {
            tracker.trackEvent(Bench.event(position, content: Bench.content(asset)))
            wait(1)
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

    /// The records without that of the start, in short: kind, lane, asset, view, credited segments.
    var records: [String] {
        sink.records.filter { $0.kind != .session }.map { record in
            "\(record.kind) \(record.lane?.rawValue ?? "-") \(record.assetid)#\(record.view) \(record.segments)"
        }
    }

    func logged(_ text: String) -> Bool { lines.records.contains { $0.message.contains(text) } }

    // MARK: - Input as it should be

    static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]

    static let content = content("vid345-67483")
    static let preroll = ["type": "preroll", "assetid": "ad123"]
    static let midroll = ["type": "midroll", "assetid": "ad456"]
    static let postroll = ["type": "postroll", "assetid": "ad789"]
    static let page = ["type": "static", "section": "Home", "segA": "a"]
    static let channel = ["channelName": "News"]
    static let id3 = SampleAssets.watermark

    static func content(_ assetid: String) -> [String: String] { SampleAssets.content(assetid) }

    static func event(_ position: Int, content: [String: String]) -> [String: Any] {
        [
            "event": "playhead", "type": "content", "playheadPosition": String(position),
            "metadata": ["content": content] as [String: Any],
        ]
    }
}
