// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Metadata that is far too much, or not text as people write it.
struct HostileMetadataTests {
    private let bench = HostileBench()

    private static func manyKeys(_ count: Int, _ values: [String: String] = HostileBench.content("many"))
        -> [String: String]
    {
        var values = values
        values.reserveCapacity(count + values.count)
        for number in 0..<count { values["key\(number)"] = "v" }
        return values
    }

    private static func text(_ values: [String: String]) -> String {
        "{" + values.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",") + "}"
    }

    // MARK: - Keys

    @Test func ofAMillionKeysTheDocumentedOnesAreMeasured() throws {
        let api = try bench.makeApi()
        let values = Self.manyKeys(1_000_000)
        api.loadMetadata(values)
        api.playheadPosition(0)
        #expect(bench.hearing.errors == [2])
        #expect(bench.hearing.texts.first?.contains("1000008 keys") == true)
        #expect(bench.hearing.texts.first?.contains("1000") == true)
        #expect(bench.sink.records.last?.metadata == HostileBench.content("many"))
        #expect(bench.measures(api))
    }

    @Test func manyKeysAreAnErrorInEveryFormAndOfEveryCall() throws {
        let api = try bench.makeApi()
        let values = Self.manyKeys(20_000)
        let object = JSONObject(values.map { ($0.key, JSONValue.string($0.value)) })
        let forms: [Any] = [values, values as [String: Any], values as [AnyHashable: Any], object]
        for form in forms {
            let before = bench.hearing.errors.count
            api.loadMetadata(form)
            api.playheadPosition(0)
            #expect(bench.sink.records.last?.metadata == HostileBench.content("many"))
            api.end()
            api.play(form)
            api.stop()
            api.updateOTT(["ottStatus": "1", "ottType": "casting"].merging(values) { own, _ in own })
            #expect(bench.hearing.errors.dropFirst(before) == [2, 1, 2])
        }
        api.end()
        #expect(bench.measures(api))
        #expect(bench.sink.records.allSatisfy { $0.metadata.count < 100 && $0.ott.count < 100 })
    }

    /// The limit itself is not over it, in whatever form the object comes.
    @Test(arguments: [999, 1_000, 1_001])
    func aThousandKeysAreTakenAndOneMoreAreNot(_ count: Int) throws {
        let values = Self.manyKeys(count - HostileBench.content("many").count)
        let isTaken = count <= 1_000
        let forms: [Any] = [
            values, values as [String: Any], values as [AnyHashable: Any],
            JSONObject(values.map { ($0.key, JSONValue.string($0.value)) }), Self.text(values),
        ]
        for (number, form) in forms.enumerated() {
            let bench = HostileBench()
            let api = try bench.makeApi()
            api.loadMetadata(form)
            api.playheadPosition(0)
            #expect(bench.sink.records.last?.metadata == (isTaken ? values : HostileBench.content("many")), "\(number)")
            #expect(bench.hearing.errors == (isTaken ? [] : [2]), "\(number)")
        }
        // The last one again, which an event reader compares with the one before.
        for form in forms.dropLast() {
            let bench = HostileBench()
            let tracker = try bench.makeTracker()
            for second in 0..<2 {
                var event = HostileBench.event(second, content: [:])
                event["metadata"] = ["content": form]
                tracker.trackEvent(event)
            }
            #expect(bench.sink.records.last?.metadata == (isTaken ? values : HostileBench.content("many")))
        }
    }

    @Test func textWithManyValuesIsNotRead() throws {
        let api = try bench.makeApi()
        for text in [
            Self.text(Self.manyKeys(1_000_000)), "[" + String(repeating: "1,", count: 1_000_000) + "1]",
            String(repeating: ",", count: 1_000_000),
        ] {
            let before = bench.hearing.errors.count
            api.loadMetadata(text)
            #expect(bench.hearing.errors.dropFirst(before) == [2])
            #expect(bench.hearing.texts.last?.contains("10000 keys") == true)
        }
        // What is inside of strings is text, however much of it there is.
        let title = String(repeating: ",\\\"", count: 50_000)
        api.loadMetadata(Self.text(HostileBench.content("commas").merging(["segA": title]) { $1 }))
        api.playheadPosition(0)
        #expect(bench.sink.records.last?.metadata["segA"] == String(repeating: ",\"", count: 50_000))
        #expect(bench.measures(api))
    }

    @Test func anEventWithManyKeysIsReadByTheDocumentedOnes() throws {
        let tracker = try bench.makeTracker()
        let values = Self.manyKeys(20_000)
        var event = HostileBench.event(0, content: values) as [String: Any]
        for number in 0..<20_000 { event["key\(number)"] = "v" }
        tracker.trackEvent(event)
        tracker.trackEvent(event as [AnyHashable: Any])
        #expect(Set(bench.hearing.errors) == [2])
        #expect(bench.sink.records.last?.metadata == HostileBench.content("many"))
        #expect(bench.measures(tracker))
    }

    @Test func appInfoWithManyKeysStillMakesAnInstance() throws {
        let api = try bench.makeApi(Self.manyKeys(20_000, HostileBench.appInfo))
        #expect(bench.hearing.errors == [1])
        #expect(bench.sink.records.first?.metadata == HostileBench.appInfo)
        #expect(bench.measures(api))
        #expect(throws: NielsenError.self) {
            try bench.makeApi("{\"appid\":\"x\"" + String(repeating: ",\"a\":\"b\"", count: 20_000) + "}")
        }
    }

    @Test func theValidatorAgrees() {
        for kind in [NielsenValidator.Kind.content, .ad, .static, .ott, .metadata, .play, .appinfo] {
            let values = Self.manyKeys(2_000, kind == .appinfo ? HostileBench.appInfo : HostileBench.content("many"))
            let object = JSONObject(values.mapValues(JSONValue.string))
            for issues in [
                NielsenValidator().validate(kind, values), NielsenValidator.validate(kind, .object(object)),
                NielsenValidator.validate(kind, .string(Self.text(Self.manyKeys(20_000)))),
            ] {
                #expect(issues.first?.rule == "TOO_MANY_KEYS", "\(kind)")
                #expect(issues.count < 60)
            }
        }
        let events = NielsenValidator.validate(.event, .string(Self.text(Self.manyKeys(20_000))))
        #expect(events.map(\.rule) == ["TOO_MANY_KEYS"])
        #expect(!NielsenValidator().validate(.content, Self.manyKeys(900)).contains { $0.rule == "TOO_MANY_KEYS" })
    }

    @Test func manyWrongValuesGiveAShortReport() throws {
        let api = try bench.makeApi()
        var values: [String: Any] = HostileBench.content("wrong")
        for number in 0..<900 { values["key\(number)"] = number }
        let object = try JSONObject(untyped: values)
        for form in [values, object, object.jsonText] as [Any] {
            let before = bench.hearing.errors.count
            api.loadMetadata(form)
            #expect(bench.hearing.errors.dropFirst(before) == Array(repeating: 2, count: 20)[...])
        }
        #expect(bench.measures(api))
    }

    // MARK: - Values

    @Test func valuesOfAMegabyteAreMeasuredAndGiveShortMessages() throws {
        let api = try bench.makeApi()
        let long = String(repeating: "x/\u{e9}", count: 250_000)
        for key in ["assetid", "title", "airdate", "length", "adloadtype", "type", long] {
            api.loadMetadata(HostileBench.content("long").merging([key: long]) { $1 })
            api.playheadPosition(0)
            api.end()
        }
        api.sendID3(long)
        #expect(!api.userOptOut(long))
        #expect(bench.sink.records.count { $0.kind == .view } == 6)
        #expect(!bench.hearing.errors.isEmpty)
        #expect(bench.hearing.texts.allSatisfy { $0.count < 500 })
        #expect(bench.measures(api))
    }

    private static let controls = [
        "\u{0}", "\n[ERROR] forged", "\r", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}",
    ]

    @Test func controlCharactersReachNeitherMessagesNorAddresses() throws {
        let api = try bench.makeApi()
        for control in Self.controls {
            for key in HostileBench.content("a").keys.sorted() + ["segA", control, "key" + control] {
                api.loadMetadata(HostileBench.content("a").merging([key: "x" + control + "y"]) { $1 })
                api.playheadPosition(0)
                api.end()
            }
            api.loadMetadata([control: 5, "type": "content"] as [String: Any])
            api.updateOTT(["ottStatus": control])
        }
        #expect(!bench.pings.pings.isEmpty)
        #expect(bench.pings.pings.allSatisfy { $0.url.utf8.allSatisfy { (0x21...0x7e).contains($0) } })
        #expect(bench.hearing.errors.count > Self.controls.count)
        for text in bench.hearing.texts {
            #expect(
                text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7f}" && $0 != "\u{2028}" },
                "\(text)"
            )
        }
        #expect(bench.measures(api))
    }

    @Test func eventsWithControlCharactersGiveMessagesOfOneLine() throws {
        let tracker = try bench.makeTracker()
        for control in Self.controls {
            for key in ["event", "type", "playheadPosition", "optout", "buffering", "id3Data", "ottData", "metadata"] {
                var event = HostileBench.event(0, content: HostileBench.content("a"))
                event[key] = "x" + control
                tracker.trackEvent(event)
            }
        }
        #expect(Set(bench.hearing.errors).isSuperset(of: [2, 3, 15]))
        for text in bench.hearing.texts {
            #expect(
                text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7f}" && $0 != "\u{2028}" },
                "\(text)"
            )
        }
        tracker.trackEvent(["event": "complete"] as [String: Any])
        #expect(bench.measures(tracker))
    }

    // MARK: - Text

    /// Lone surrogates, unpaired escapes, and bytes that are no UTF-8, which strings made of them repair.
    private static let brokenTexts: [String] = [
        #"{"type":"content","assetid":"\ud800"}"#, #"{"type":"content","assetid":"\udc00\ud800"}"#,
        #"{"type":"content","assetid":"\ud83dx"}"#, #"{"type":"content","\ud800":"x"}"#, #"{"type":"content\u00"}"#,
        #"{"type":"content","assetid":"\x"}"#, "{\"type\":\"content\",\"assetid\":\"\u{0}\"}",
        String(decoding: Array(#"{"type":"content","assetid":""#.utf8) + [0xff, 0xfe, 0xc0, 0x80], as: UTF8.self),
        "\u{feff}{\"type\":\"content\"}", #"{"type":"content","type":"ad"}"#, #"{"type":1e999}"#, #"{"type":-}"#,
        #"{"type":"content","assetid":"# + String(repeating: "9", count: 100_000) + "}",
        String(repeating: "\\", count: 100_000), "\"" + String(repeating: "\\\"", count: 100_000),
    ]

    @Test func brokenTextIsAnErrorOrIsMeasured() throws {
        let api = try bench.makeApi()
        for text in Self.brokenTexts {
            let before = bench.hearing.errors.count
            api.loadMetadata(text)
            api.play(text)
            api.updateOTT(text)
            #expect(bench.hearing.errors.count > before, "\(text.prefix(80))")
            #expect(bench.hearing.texts.dropFirst(before).allSatisfy { $0.utf8.count < 2_000 })
            #expect(throws: NielsenError.self) { try bench.makeApi(text) }
            #expect(bench.measures(api), "\(text.prefix(80))")
        }
    }

    @Test func everyPrefixOfATextIsRefusedAndTheWholeIsTaken() throws {
        let api = try bench.makeApi()
        let text = Self.text(HostileBench.content("cut"))
        for length in 0..<text.count {
            let before = bench.hearing.errors.count
            api.loadMetadata(String(text.prefix(length)))
            #expect(bench.hearing.errors.dropFirst(before) == [2])
        }
        #expect(api.state == .idle)
        let before = bench.hearing.errors.count
        api.loadMetadata(text)
        #expect(bench.hearing.errors.count == before)
        #expect(bench.measures(api))
    }
}
