// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Metadata that is far too much, or not text as people write it.
struct HostileMetadataTests {
    private let bench = Bench(makesPings: true)

    private static func manyKeys(_ count: Int, _ values: [String: String] = Bench.content("many"))
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

    @Test func ofTwentyThousandKeysTheDocumentedOnesAreMeasured() throws {
        let api = try bench.makeApi()
        let values = Self.manyKeys(20_000)
        api.loadMetadata(values)
        api.playheadPosition(0)
        #expect(bench.hearing.errors == [2])
        #expect(bench.hearing.texts.first?.contains("20008 keys") == true)
        #expect(bench.hearing.texts.first?.contains("1000") == true)
        #expect(bench.sink.records.last?.metadata == Bench.content("many"))
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
            #expect(bench.sink.records.last?.metadata == Bench.content("many"))
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

    @Test func textWithManyValuesIsNotRead() throws {
        let api = try bench.makeApi()
        for text in [
            Self.text(Self.manyKeys(20_000)), "[" + String(repeating: "1,", count: 25_000) + "1]",
            String(repeating: ",", count: 25_000),
        ] {
            let before = bench.hearing.errors.count
            api.loadMetadata(text)
            #expect(bench.hearing.errors.dropFirst(before) == [2])
            #expect(bench.hearing.texts.last?.contains("10000 keys") == true)
        }
        // What is inside of strings is text, however much of it there is.
        let title = String(repeating: ",\\\"", count: 10_000)
        api.loadMetadata(Self.text(Bench.content("commas").merging(["segA": title]) { $1 }))
        api.playheadPosition(0)
        #expect(bench.sink.records.last?.metadata["segA"] == String(repeating: ",\"", count: 10_000))
        #expect(bench.measures(api))
    }

    // MARK: - Values

    private static let controls = [
        "\u{0}", "\n[ERROR] forged", "\r", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}",
    ]

    @Test func controlCharactersReachNeitherMessagesNorAddresses() throws {
        let api = try bench.makeApi()
        for control in Self.controls {
            for key in Bench.content("a").keys.sorted() + ["segA", control, "key" + control] {
                api.loadMetadata(Bench.content("a").merging([key: "x" + control + "y"]) { $1 })
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

    // MARK: - Text

    /// Lone surrogates, unpaired escapes, and bytes that are no UTF-8, which strings made of them repair.
    private static let brokenTexts: [String] = [
        #"{"type":"content","assetid":"\ud800"}"#, #"{"type":"content","assetid":"\udc00\ud800"}"#,
        #"{"type":"content","assetid":"\ud83dx"}"#, #"{"type":"content","\ud800":"x"}"#, #"{"type":"content\u00"}"#,
        #"{"type":"content","assetid":"\x"}"#, "{\"type\":\"content\",\"assetid\":\"\u{0}\"}",
        String(decoding: Array(#"{"type":"content","assetid":""#.utf8) + [0xff, 0xfe, 0xc0, 0x80], as: UTF8.self),
        "\u{feff}{\"type\":\"content\"}", #"{"type":"content","type":"ad"}"#, #"{"type":1e999}"#, #"{"type":-}"#,
        #"{"type":"content","assetid":"# + String(repeating: "9", count: 20_000) + "}",
        String(repeating: "\\", count: 20_000), "\"" + String(repeating: "\\\"", count: 20_000),
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
        let text = Self.text(Bench.content("cut"))
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
