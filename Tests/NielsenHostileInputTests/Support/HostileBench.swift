// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Instances whose records, pings and errors are kept, and a way to see that they still measure.
final class HostileBench {
    let clock = JumpingClock()
    let sink = RecordingMeasurementSink()
    let pings = RecordingPingSink()
    let hearing = Hearing()
    var configuration = NielsenConfiguration()
    /// One for all instances, so that each has a session of its own.
    private let counter = Locked<UInt64>(0)

    var environment: NielsenEnvironment {
        let counter = counter
        return NielsenEnvironment(
            clock: clock,
            log: .disabled,
            store: InMemoryKeyValueStore(),
            sink: sink,
            pings: pings,
            configuration: configuration,
            random: {
                counter.withLock { counter in
                    counter += 1
                    return counter &* 0x9e37_79b9_7f4a_7c15
                }
            }
        )
    }

    func makeApi(_ appInfo: Any = HostileBench.appInfo) throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: appInfo, delegate: hearing, environment: environment)
    }

    func makeTracker(_ appInfo: Any = HostileBench.appInfo) throws -> NielsenEventTracker {
        try NielsenEventTracker.make(appInfo: appInfo, delegate: hearing, environment: environment)
    }

    /// Plays a minute of something new; true where exactly that was measured, and a ping was made of it.
    func measures(_ api: NielsenAppApi) -> Bool {
        if api.state == .processing { api.end() }
        measuredCount += 1
        let asset = "after-\(measuredCount)"
        api.play()
        api.loadMetadata(Self.content(asset))
        for position in Int64(0)..<60 { api.playheadPosition(position) }
        api.end()
        return isMeasured(asset)
    }

    /// The same with events.
    func measures(_ tracker: NielsenEventTracker) -> Bool {
        measuredCount += 1
        let asset = "after-\(measuredCount)"
        for position in 0..<60 { tracker.trackEvent(Self.event(position, content: Self.content(asset))) }
        tracker.trackEvent(["event": "complete"] as [String: Any])
        return isMeasured(asset)
    }

    private func isMeasured(_ asset: String) -> Bool {
        let records = sink.records.filter { $0.assetid == asset }
        let hasPing = pings.pings.contains { $0.assetid == asset && $0.product == .dcrVideo }
        return hasPing && records.map(\.kind) == [.view, .end] && records.last?.totalSeconds == 60
            && records.last?.segments == [0]
    }

    private var measuredCount = 0

    // MARK: - Input as it should be

    static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]

    static func content(_ assetid: String) -> [String: String] {
        [
            "type": "content", "assetid": assetid, "program": "The Big Bang Theory",
            "title": "The Pants Alternative S03E18", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes",
            "adloadtype": "2", "length": "3600",
        ]
    }

    static func event(_ position: Int, content: [String: String]) -> [String: Any] {
        [
            "event": "playhead", "type": "content", "playheadPosition": String(position),
            "metadata": ["content": content] as [String: Any],
        ]
    }

    static let id3 =
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/ADQCAmgV1Xyvnynyg60kZO_Ejkcn2KLSrTzyJpZZ-Qe"
        + "Rn8GpMGTWI7-HrEKzghxyzCyBEoIDv2kA2g1QJmeYOl5GnwfrLDVK2bNLTbQxr1z9VBfxahBcQP5tqbjhyMzdVqrMKuvvJO1jhtSXa9Aro"
        + "Chb11ZUnG1WVJx2O4M=/33648/22847/00"
}

/// A delegate of both kinds that keeps the errors that it hears.
final class Hearing: NielsenAppApiDelegate, NielsenEventTrackerDelegate, Sendable {
    private let heard = Locked<[(code: Int, text: String)]>([])

    var errors: [Int] { heard.withLock { $0.map(\.code) } }
    var texts: [String] { heard.withLock { $0.map(\.text) } }

    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {}
    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) { hear(error) }
    func nielsenEventTracker(_ tracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any]) {}
    func nielsenEventTracker(_ tracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any]) { hear(error) }

    private func hear(_ error: [AnyHashable: Any]) {
        guard let code = error["errorCode"] as? Int, let text = error["errorDescription"] as? String else { return }
        heard.withLock { $0.append((code, text)) }
    }
}
