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

    /// Every documented key of a programme, each with a value as it should be.
    static let everyKey = content.merging([
        "channelName": "News", "adModel": "1", "assetName": "Episode", "hasAds": "1", "pipmode": "false",
        "isAudio": "false", "dataSrc": "cms", "mediaURL": "https://media.example.com/film.m3u8",
        "clientid": "us-800148", "subbrand": "c05", "genre": "CV", "progen": "CV", "provider": "Example",
    ]) { own, _ in own }

    static let id3 =
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/ADQCAmgV1Xyvnynyg60kZO_Ejkcn2KLSrTzyJpZZ-Qe"
        + "Rn8GpMGTWI7-HrEKzghxyzCyBEoIDv2kA2g1QJmeYOl5GnwfrLDVK2bNLTbQxr1z9VBfxahBcQP5tqbjhyMzdVqrMKuvvJO1jhtSXa9Aro"
        + "Chb11ZUnG1WVJx2O4M=/33648/22847/00"

    /// A dictionary for `trackEvent`, as an app makes one for each call: nothing in it is shared with another one.
    static func event(_ position: Int) -> [String: Any] {
        [
            "event": "playhead", "type": "content", "playheadPosition": String(position), "id3Data": "",
            "metadata": ["content": untyped(content), "ad": untyped(ad), "static": untyped(page)] as [String: Any],
            "ottData": "", "optout": "", "buffering": "false",
        ]
    }

    /// The same dictionary as an Objective-C interface passes it.
    static func bridgedEvent(_ position: Int) -> [AnyHashable: Any] {
        [
            "event": "playhead", "type": "content", "playheadPosition": String(position), "id3Data": "",
            "metadata": [
                "content": bridged(content), "ad": bridged(ad), "static": bridged(page),
            ] as [AnyHashable: Any],
            "ottData": "", "optout": "", "buffering": "false",
        ]
    }

    /// Strings with bytes of their own, as they come out of a network or a database.
    private static func own(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

    private static func untyped(_ values: [String: String]) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: values.map { (own($0.key), own($0.value) as Any) })
    }

    private static func bridged(_ values: [String: String]) -> [AnyHashable: Any] {
        Dictionary(uniqueKeysWithValues: values.map { (AnyHashable(own($0.key)), own($0.value) as Any) })
    }
}

/// Receives records and pings and reads each, so that none can be optimized away.
final class CountingSink: NielsenMeasurementSink, NielsenPingSink {
    private let bytes = Locked(0)
    var total: Int { bytes.withLock { $0 } }

    func measured(_ record: NielsenMeasurementRecord) { bytes.withLock { $0 += record.metadata.count } }
    func send(_ ping: NielsenPing) { bytes.withLock { $0 += ping.url.utf8.count } }
}
