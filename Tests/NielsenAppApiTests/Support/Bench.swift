// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Everything that a test of an instance needs, in virtual time.
final class Bench {
    let clock = ManualClock()
    let sink = RecordingMeasurementSink()
    let lines = RecordingSink()
    let store = InMemoryKeyValueStore()
    let hearing = Hearing()

    func environment(_ change: (inout NielsenConfiguration) -> Void = { _ in }) -> NielsenEnvironment {
        var configuration = NielsenConfiguration()
        change(&configuration)
        let counter = Locked<UInt64>(0)
        return NielsenEnvironment(
            clock: clock,
            log: Log(level: .verbose, sink: lines),
            store: store,
            sink: sink,
            configuration: configuration,
            random: {
                counter.withLock { counter in
                    counter += 1
                    return counter &* 0x9e37_79b9_7f4a_7c15
                }
            }
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

    static func content(_ assetid: String) -> [String: String] {
        [
            "type": "content", "assetid": assetid, "program": "The Big Bang Theory",
            "title": "The Pants Alternative S03E18", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes",
            "adloadtype": "2", "length": "3600",
        ]
    }

    static let id3 =
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/ADQCAmgV1Xyvnynyg60kZO_Ejkcn2KLSrTzyJpZZ-Qe"
        + "Rn8GpMGTWI7-HrEKzghxyzCyBEoIDv2kA2g1QJmeYOl5GnwfrLDVK2bNLTbQxr1z9VBfxahBcQP5tqbjhyMzdVqrMKuvvJO1jhtSXa9Aro"
        + "Chb11ZUnG1WVJx2O4M=/33648/22847/00"
}

/// A delegate of both kinds that keeps what it hears.
final class Hearing: NielsenAppApiDelegate, NielsenEventTrackerDelegate, Sendable {
    private let heardErrors = Locked<[(code: Int, text: String)]>([])
    private let heardEvents = Locked<[Int]>([])

    var errors: [Int] { heardErrors.withLock { $0.map(\.code) } }
    var texts: [String] { heardErrors.withLock { $0.map(\.text) } }
    var events: [Int] { heardEvents.withLock { $0 } }

    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) { hear(event: event) }
    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) { hear(error: error) }
    func nielsenEventTracker(_ tracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any]) {
        hear(event: event)
    }
    func nielsenEventTracker(_ tracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any]) {
        hear(error: error)
    }

    private func hear(event: [AnyHashable: Any]) {
        guard let code = event["eventCode"] as? Int, event["timestamp"] is Date else { return }
        heardEvents.withLock { $0.append(code) }
    }

    private func hear(error: [AnyHashable: Any]) {
        guard let code = error["errorCode"] as? Int, let text = error["errorDescription"] as? String,
            error["timestamp"] is Date
        else { return }
        heardErrors.withLock { $0.append((code, text)) }
    }
}
