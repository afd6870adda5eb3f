// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi

/// An instance in virtual time that receives the app's lifecycle events.
final class LifeBench {
    let clock = ManualClock()
    let sink = NielsenRecordingMeasurementSink()
    let lines = RecordingSink()
    private let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]

    private func environment(_ change: (inout NielsenConfiguration) -> Void) -> NielsenEnvironment {
        var configuration = NielsenConfiguration()
        change(&configuration)
        return NielsenEnvironment(
            clock: clock,
            log: Log(level: .verbose, sink: lines),
            sink: sink,
            configuration: configuration
        )
    }

    func makeApi(_ change: (inout NielsenConfiguration) -> Void = { _ in }) throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: appInfo, environment: environment(change))
    }

    func makeTracker() throws -> NielsenEventTracker {
        try NielsenEventTracker.make(appInfo: appInfo, environment: environment { _ in })
    }

    /// An instance that plays content from its first second on.
    func makePlaying(_ change: (inout NielsenConfiguration) -> Void = { _ in }) throws -> NielsenAppApi {
        let api = try makeApi(change)
        api.handle(.launch)
        api.play(Self.channel)
        api.loadMetadata(Self.content)
        return api
    }

    /// Hands over a playhead a second, the clock going along.
    func play(_ api: NielsenAppApi, _ positions: Range<Int64>) {
        for position in positions {
            api.playheadPosition(position)
            clock.advance(by: .seconds(1))
        }
    }

    func wait(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }

    /// The records without that of the start: kind, lane, asset, view, credited segments.
    var records: [String] {
        sink.records.filter { $0.kind != .session }.map { record in
            "\(record.kind) \(record.lane?.rawValue ?? "-") \(record.assetid)#\(record.view) \(record.segments)"
        }
    }

    func logged(_ text: String) -> Bool { lines.records.contains { $0.message.contains(text) } }

    static let channel = ["channelName": "News"]
    static let content = content("vid345-67483")
    static let preroll = ["type": "preroll", "assetid": "ad123"]
    static let page = ["type": "static", "section": "Home", "segA": "a"]
    static let ott = ["ottStatus": "1", "ottType": "airplay"]
    static let tag = SampleAssets.watermark

    static func content(_ assetid: String) -> [String: String] { SampleAssets.content(assetid) }
}
