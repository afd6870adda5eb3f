// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The metadata that measurement is measured with.
enum SampleMetadata {
    static let appInfo = ["appid": "P00000000-0000-0000-0000-000000000001", "appname": "Player", "sfcode": "dcr"]

    /// A programme with all that the documents ask for, and the keys of reports.
    static let content = [
        "type": "content", "assetid": "vid345-67483", "program": "The Big Bang Theory",
        "title": "The Pants Alternative S03E18", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes",
        "adloadtype": "2", "length": "3600", "segA": "CustomSegmentValueA", "segB": "CustomSegmentValueB",
        "segC": "CustomSegmentValueC", "crossId1": "EP009311820061", "crossId2": "Content Originator",
    ]
    static let ad = ["type": "preroll", "assetid": "AD-ID123"]
    static let page = ["type": "static", "section": "Home", "segA": "CustomSegmentValueA"]

    /// A dictionary for `trackEvent`, as an app makes one for each call: nothing in it is shared with another one.
    static func event(_ position: Int) -> [String: Any] {
        [
            "event": "playhead", "type": "content", "playheadPosition": String(position), "id3Data": "",
            "metadata": ["content": untyped(content), "ad": untyped(ad), "static": untyped(page)] as [String: Any],
            "ottData": "", "optout": "", "buffering": "false",
        ]
    }

    /// Strings with bytes of their own, as they come out of a network or a database.
    private static func own(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

    private static func untyped(_ values: [String: String]) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: values.map { (own($0.key), own($0.value) as Any) })
    }
}

/// Receives records and pings and reads each, so that none can be optimized away.
final class CountingSink: NielsenMeasurementSink, NielsenPingSink {
    private let bytes = Locked(0)
    var total: Int { bytes.withLock { $0 } }

    func measured(_ record: NielsenMeasurementRecord) { bytes.withLock { $0 += record.metadata.count } }
    func send(_ ping: NielsenPing) { bytes.withLock { $0 += ping.url.utf8.count } }
}
