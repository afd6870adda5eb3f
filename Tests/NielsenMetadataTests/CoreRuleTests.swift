// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// What an instance does with metadata that breaks a rule: it says so, and measures.
struct CoreRuleTests {
    private final class Ears: NielsenAppApiDelegate, Sendable {
        let heard = Locked<[(code: Int, text: String)]>([])

        func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
            guard let code = error["errorCode"] as? Int, let text = error["errorDescription"] as? String else { return }
            heard.withLock { $0.append((code, text)) }
        }

        var codes: [Int] { heard.withLock { $0.map(\.code) } }
        var texts: [String] { heard.withLock { $0.map(\.text) } }
    }

    private let ears = Ears()
    private let sink = NielsenRecordingMeasurementSink()
    private let lines = RecordingSink()
    private let api: NielsenAppApi

    init() throws {
        let environment = NielsenEnvironment(
            clock: ManualClock(),
            log: Log(level: .verbose, sink: lines),
            store: InMemoryKeyValueStore(),
            sink: sink
        )
        let appInfo = ["appid": "PD8B6BE43-2128-44B1-AC90-FE03B565ADCF"]
        api = try NielsenAppApi.make(appInfo: appInfo, delegate: ears, environment: environment)
    }

    private func measured(_ key: String) -> String? { sink.records.last?.metadata[key] }

    private func warned(_ rule: String) -> Int {
        lines.records.filter { $0.level == .warning && $0.message.contains(rule) }.count
    }

    @Test func aBrokenRequirementIsError2AndTheEventIsMeasured() {
        api.loadMetadata(Samples.content("airdate", "2023-02-30T10:00:00"))
        api.playheadPosition(0)
        #expect(ears.codes == [2])
        #expect(ears.texts.first?.contains("airdate") == true)
        #expect(sink.records.last?.kind == .view)
        #expect(measured("airdate") == "2023-02-30T10:00:00")
    }

    @Test func aLongTitleWarnsAndIsMeasuredAsItIs() {
        let title = "S1E1 " + String(repeating: "x", count: 60)
        api.loadMetadata(Samples.content("title", title))
        api.playheadPosition(0)
        #expect(ears.codes.isEmpty)
        #expect(warned("TITLE_TOO_LONG_40") == 1)
        #expect(measured("title") == title)
    }

    @Test func specialCharactersAreNotTakenOut() {
        api.loadMetadata(Samples.content("assetid", "a/b c"))
        api.playheadPosition(0)
        #expect(ears.codes.isEmpty)
        #expect(warned("ASSETID_SPECIAL_CHARACTERS") == 1)
        #expect(sink.records.last?.assetid == "a/b c")
    }

    @Test func whatIsLoadedAgainIsReportedOnce() {
        for _ in 0..<5 {
            api.loadMetadata(Samples.content("length", "long"))
            api.playheadPosition(0)
            api.stop()
        }
        #expect(ears.codes == [2])
    }

    @Test func keysInOtherSpellingsAreMeasuredUnderTheDocumentedOnes() {
        var values = Samples.content("assetid", nil)
        values["assetId"] = "C1"
        values["vcid"] = "c05"
        values["clientid"] = ""
        values["adloadtype"] = "linear"
        api.loadMetadata(values)
        api.playheadPosition(0)
        #expect(ears.codes.isEmpty)
        #expect(measured("assetid") == "C1")
        #expect(measured("subbrand") == "c05")
        #expect(measured("clientid") == nil)
        #expect(measured("adloadtype") == "1")
        for rule in ["KEY_CASE", "KEY_LEGACY_VCID_USE_SUBBRAND", "OVERRIDE_EMPTY_IGNORED", "ADLOADTYPE_WORD"] {
            #expect(warned(rule) == 1, "\(rule)")
        }
    }

    @Test func the26thSectionOfAnInstanceWarns() {
        for number in 1...26 { api.loadMetadata(["type": "static", "section": "s\(number)"]) }
        #expect(ears.codes.isEmpty)
        #expect(warned("SECTION_VALUES_OVER_25") == 1)
        #expect(sink.records.filter { $0.kind == .view }.count == 26)
    }

    @Test func anEmptyChannelNameIsTheDefault() {
        api.play(["channelName": ""])
        api.loadMetadata(["type": "content", "adModel": "7"])
        api.playheadPosition(0)
        #expect(ears.codes.isEmpty)
        #expect(warned("CHANNELNAME_EMPTY_DEFAULTED") == 1)
        #expect(warned("ADMODEL_INVALID_DEFAULTED") == 1)
        #expect(measured("channelName") == "defaultChannelName")
        #expect(measured("adModel") == "1")
    }

    @Test func playheadsAreError15WithTheirRule() {
        api.loadMetadata(Samples.content)
        api.playheadPosition(-1)
        api.playheadPosition(15_012_251_917_470)
        #expect(ears.codes == [15, 15])
        // Thirteen digits are a time in milliseconds.
        api.playheadPosition(1_501_225_191_747)
        #expect(ears.codes == [15, 15])
        #expect(warned("is a time in milliseconds") == 1)
    }
}
