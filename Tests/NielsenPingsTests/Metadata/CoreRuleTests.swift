// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// What an instance does with metadata that breaks a rule: it says so, and measures.
struct CoreRuleTests {
    private let ears = Hearing()
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
        #expect(ears.errors == [2])
        #expect(ears.texts.first?.contains("airdate") == true)
        #expect(sink.records.last?.kind == .view)
        #expect(measured("airdate") == "2023-02-30T10:00:00")
    }

    @Test func aLongTitleWarnsAndIsMeasuredAsItIs() {
        let title = "S1E1 " + String(repeating: "x", count: 60)
        api.loadMetadata(Samples.content("title", title))
        api.playheadPosition(0)
        #expect(ears.errors.isEmpty)
        #expect(warned("TITLE_TOO_LONG_40") == 1)
        #expect(measured("title") == title)
    }

    @Test func keysInOtherSpellingsAreMeasuredUnderTheDocumentedOnes() {
        var values = Samples.content("assetid", nil)
        values["assetId"] = "C1"
        values["vcid"] = "c05"
        values["clientid"] = ""
        values["adloadtype"] = "linear"
        api.loadMetadata(values)
        api.playheadPosition(0)
        #expect(ears.errors.isEmpty)
        #expect(measured("assetid") == "C1")
        #expect(measured("subbrand") == "c05")
        #expect(measured("clientid") == nil)
        #expect(measured("adloadtype") == "1")
        for rule in ["KEY_CASE", "KEY_LEGACY_VCID_USE_SUBBRAND", "OVERRIDE_EMPTY_IGNORED", "ADLOADTYPE_WORD"] {
            #expect(warned(rule) == 1, "\(rule)")
        }
    }
}
