// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi

/// Everything that a test of an instance needs, in virtual time.
final class Bench {
    let clock = ManualClock()
    let sink = NielsenRecordingMeasurementSink()
    let lines = RecordingSink()
    let store = InMemoryKeyValueStore()
    let hearing = Hearing()

    func environment(_ change: (inout NielsenConfiguration) -> Void = { _ in }) -> NielsenEnvironment {
        var configuration = NielsenConfiguration()
        change(&configuration)
        return NielsenEnvironment(
            clock: clock,
            log: Log(level: .verbose, sink: lines),
            store: store,
            sink: sink,
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

    /// Plays second by second, the clock going along.
    func play(_ api: NielsenAppApi, _ positions: some Sequence<Int64>) {
        for position in positions {
            api.playheadPosition(position)
            clock.advance(by: .seconds(1))
        }
    }

    /// The records without that of the start, in short: kind, lane, asset, view, credited segments.
    var records: [String] {
        sink.records.filter { $0.kind != .session }.map { record in
            "\(record.kind) \(record.lane?.rawValue ?? "-") \(record.assetid)#\(record.view) \(record.segments)"
        }
    }

    func logged(_ text: String) -> Bool { lines.records.contains { $0.message.contains(text) } }

    static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]

    static let content = content("vid345-67483")
    static let preroll = ["type": "preroll", "assetid": "ad123"]
    static let midroll = ["type": "midroll", "assetid": "ad456"]
    static let postroll = ["type": "postroll", "assetid": "ad789"]
    static let page = ["type": "static", "section": "Home", "segA": "a"]

    static func content(_ assetid: String) -> [String: String] { SampleAssets.content(assetid) }

    static let id3 = SampleAssets.watermark
}
