// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// A configuration file with nothing but these members.
private func configurationFile(_ members: String) -> String {
    #"{"schema": "launch-hub.sdk-configuration", "version": 1, \#(members)}"#
}

struct ConfigurationFileTests {
    static let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent(
            "RemoteConfig/sdk/P00000000-0000-0000-0000-000000000001.json"
        )

    @Test func thePublishedSampleIsTheBuiltInConfiguration() throws {
        let read = try NielsenConfiguration(jsonData: Data(contentsOf: Self.sample))
        #expect(read == NielsenConfiguration())
    }

    @Test func everyEndpointOfTheSampleIsThisMachine() throws {
        let text = try String(decoding: Data(contentsOf: Self.sample), as: UTF8.self)
        let hosts = text.components(separatedBy: "://").dropFirst().map { $0.prefix { $0 != "/" } }
        #expect(hosts.count == 7)
        #expect(Set(hosts) == ["127.0.0.1:8642"])
    }

    @Test func aThresholdChangesWithoutCode() throws {
        let bench = PingBench()
        bench.configuration = try NielsenConfiguration(
            jsonData: Data(configurationFile(#""thresholds": {"creditValue": 10, "segmentLength": 1}"#).utf8)
        )
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<10)
        #expect(bench.dcr().count == 1)
        // The tenth second has passed with the eleventh playhead.
        bench.play(api, 10..<11)
        #expect(bench.dcr().last == "vid345-67483 4_00_99_D1_60 timer 1")
    }

    private typealias Threshold = any KeyPath<NielsenThresholds, Int> & Sendable

    private static let ranges: [(name: String, least: Int, most: Int, path: Threshold)] = [
        ("creditValue", 1, 60, \.creditSeconds), ("segmentValue", 60, 3_600, \.segmentSeconds),
        ("segmentLength", 1, 1_440, \.segmentsPerDuration), ("id3IntervalGap", 1, 3_600, \.id3IntervalGapSeconds),
        ("pauseTimeout", 1, 86_400, \.pauseTimeoutSeconds), ("sessionMaximum", 60, 604_800, \.sessionMaximumSeconds),
        ("bufferingTimeout", 1, 86_400, \.bufferingTimeoutSeconds),
        ("maximumPlayheadStep", 1, 3_600, \.maximumPlayheadStep), ("longAd", 1, 86_400, \.longAdSeconds),
        ("hemUidCharLimit", 1, 100_000, \.hashedIdentifierLimit), ("addressLength", 500, 100_000, \.addressLength),
        ("staticMaximum", 0, 604_800, \.staticMaximumSeconds), ("fpidTTL", 0, 3_650, \.firstPartyIdDays),
        ("pendingPingsLimit", 1, 10_000, \.pendingPingsLimit),
        ("pendingPingsDelay", 0, 3_600, \.pendingPingsDelaySeconds),
        ("offlinePingsLimit", 1, 1_000_000, \.offlinePingsLimit),
        ("tvOSOfflinePingsLimit", 1, 1_000_000, \.tvOSOfflinePingsLimit),
        ("maximumSegmentsKept", 1, 100_000, \.maximumSegmentsKept),
        ("maximumAssetsKept", 1, 100_000, \.maximumAssetsKept),
    ]

    /// Each threshold may be as small and as large as this, and no step further.
    @Test(arguments: ranges)
    private func eachThresholdHasItsRange(_ name: String, _ least: Int, _ most: Int, _ path: Threshold) throws {
        func read(_ value: Int) throws -> Int {
            // A segment is credited by its whole length at most.
            let credit = name == "segmentValue" ? #""creditValue": 60, "# : ""
            let text = configurationFile("\"thresholds\": {\(credit)\"\(name)\": \(value)}")
            return try NielsenConfiguration(jsonData: Data(text.utf8)).thresholds[keyPath: path]
        }
        #expect(try read(least) == least)
        #expect(try read(most) == most)
        for value in [least - 1, most + 1] {
            let error = #expect(throws: NielsenConfigurationError.self) { try read(value) }
            #expect(error?.path.hasPrefix(".thresholds.") == true)
        }
    }

    /// A segment that only counts as a whole is allowed; one that never could count is not.
    @Test(arguments: [(20, true), (21, false)])
    func aSegmentIsCreditedByItsWholeLengthAtMost(_ seconds: Int, _ isRight: Bool) throws {
        let text = configurationFile(
            #""thresholds": {"creditValue": \#(seconds), "segmentValue": 20, "segmentLength": 1}"#
        )
        let read = try? NielsenConfiguration(jsonData: Data(text.utf8))
        #expect((read != nil) == isRight)
        guard let read else { return }
        let bench = PingBench()
        bench.configuration = read
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<20)
        #expect(bench.dcr().count == 1)
        // The twentieth second has passed with the playhead after it.
        bench.play(api, 20..<21)
        #expect(bench.dcr().last == "vid345-67483 4_00_99_D1_20 timer 1")
    }

    @Test(arguments: [
        "http://collector.example/x", "HTTP://127.0.0.1.example/x", "http://[nol_mine].example/x",
        "http://localhost@a.example/",
    ])
    func pingsThatWouldLeaveWithoutEncryptionAreRefusedUnlessAllowed(_ url: String) {
        let file = """
            "defaults": {"nol_mine": "us"}, "templates": {"mine": {"url": "\(url)"}}, "products": []
            """
        let error = #expect(throws: NielsenConfigurationError.self) {
            try NielsenConfiguration(jsonData: Data(configurationFile(file).utf8))
        }
        #expect(error?.path == ".templates.mine.url")
        #expect(error?.description.contains("allowsInsecure") == true)
        #expect(throws: Never.self) {
            try NielsenConfiguration(jsonData: Data(configurationFile("\"allowsInsecure\": true, \(file)").utf8))
        }
    }

    @Test(arguments: [#""Lenient""#, #""loose""#, #""""#, "true", "null"])
    func aMisspeltInputModeIsRefusedWithItsPlace(_ value: String) {
        let error = #expect(throws: NielsenConfigurationError.self) {
            try NielsenConfiguration(jsonData: Data(configurationFile("\"inputMode\": \(value)").utf8))
        }
        #expect(error?.path == ".inputMode")
    }

    @Test(arguments: ["optOutURL", "optOutLegacyURL"])
    func anOptOutPageThatAnybodyCanChangeIsRefusedUnlessAllowed(_ key: String) {
        let member = "\"\(key)\": \"http://pages.example/{appid}\""
        let error = #expect(throws: NielsenConfigurationError.self) {
            try NielsenConfiguration(jsonData: Data(configurationFile(member).utf8))
        }
        #expect(error?.path == ".\(key)")
        #expect(throws: Never.self) {
            try NielsenConfiguration(jsonData: Data(configurationFile("\"allowsInsecure\": true, \(member)").utf8))
        }
    }

    @Test(arguments: [
        ("https://a/b c", 11), ("https://a/?x=\\\\", 13), ("https://a/ü", 10), ("https://a/?a={", 13),
        ("https://a/\\\"", 10),
        ("https://a/%zz", 10), ("https://a/%4", 10), ("https://a/\\u0007", 10), ("https://a/?a\\\\[", 13),
    ])
    func textThatCannotStandInAnAddressIsRefusedWithItsPlace(_ url: String, _ place: Int) {
        let file = configurationFile("\"products\": [], \"templates\": {\"t\": {\"url\": \"\(url)\"}}")
        let error = #expect(throws: NielsenConfigurationError.self) {
            try NielsenConfiguration(jsonData: Data(file.utf8))
        }
        #expect(error?.path == ".templates.t.url")
        #expect(error?.description.contains("at byte \(place)") == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("https://collector.example/x", false), ("http://127.0.0.1:1/x", false), ("http://localhost/x", false),
        ("http://collector.example/x", true), ("HTTP://Collector.example:80?a", true),
        ("http://127.0.0.1.example/x", true), ("http://[nol_mine].example/x", true),
    ])
    func pingsThatLeaveWithoutEncryptionAreWarnedOfOnce(_ url: String, _ isWarned: Bool) throws {
        let bench = PingBench()
        bench.configuration = try NielsenConfiguration(
            jsonData: Data(
                configurationFile(
                    """
                    "allowsInsecure": true, "defaults": {"nol_mine": "us"}, "templates": {"mine": {"method": "GET", "url": "\(url)"}},
                    "products": [{"product": "dcrVideo", "processors": [{"cadence": "impression", "template": "mine"}]}]
                    """
                ).utf8
            )
        )
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<2)
        api.end()
        let warnings = bench.lines.records.filter { $0.level == .warning && $0.message.contains("encryption") }
        #expect(warnings.count == (isWarned ? 1 : 0))
        #expect(warnings.allSatisfy { $0.message.contains("mine") && $0.message.contains("https:") })
        // A warning keeps nothing back.
        #expect(bench.pings.pings.count == 1)
    }

    @Test func aTemplateChangesWithoutCode() throws {
        let bench = PingBench()
        bench.configuration = try NielsenConfiguration(
            jsonData: Data(
                configurationFile(
                    """
                    "keyMap": {"nol_mine": "((myKey))"}, "defaults": {"nol_more": "more"},
                    "templates": {"t": {"method": "GET", "url": "http://127.0.0.1:1/x?a=1&",
                                        "parameters": ["m=[nol_mine_content]", "n=[nol_more]", "p=[nol_playhead]"]}},
                    "products": [{"product": "dcrVideo", "processors": [{"cadence": "impression", "template": "t"}]}]
                    """
                ).utf8
            )
        )
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content.merging(["myKey": "a b"]) { $1 })
        bench.play(api, 7..<9)
        api.end()
        #expect(bench.pings.pings.map(\.url) == ["http://127.0.0.1:1/x?a=1&?m=a%2520b&n=more&p=7"])
    }

    @Test func aMissingMandatoryValueIsError7AndTheRestGoesOn() throws {
        let bench = PingBench()
        bench.configuration = try NielsenConfiguration(
            jsonData: Data(
                configurationFile(
                    """
                    "keyMap": {"nol_clientid": "clientid"},
                    "templates": {"t": {"url": "http://127.0.0.1/", "parameters": ["ci=|!nol_clientid!|"]}},
                    "products": [{"product": "dcrVideo", "processors": [{"cadence": "impression", "template": "t"}]}]
                    """
                ).utf8
            )
        )
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<1)
        #expect(bench.hearing.errors == [7])
        #expect(bench.hearing.texts.contains { $0.contains("nol_clientid") })
        #expect(bench.pings.pings.isEmpty)
        api.loadMetadata(PingBench.content.merging(["clientid": "us-1", "assetid": "other"]) { $1 })
        bench.play(api, 0..<1)
        #expect(bench.pings.pings.map(\.url) == ["http://127.0.0.1/?ci=us-1"])
    }

    @Test func membersThatAreNotKnownAreRemarksAndTheRestIsRead() throws {
        let text = configurationFile(
            #""thresholds": {"creditvalue": 30, "creditValue": 20, "_why": ""}, "treshholds": {}"#
        )
        let configuration = try NielsenConfiguration(jsonData: Data(text.utf8))
        #expect(configuration.thresholds.creditSeconds == 20)
        #expect(configuration.remarks.count == 2)
        #expect(configuration.remarks.contains { $0.contains(".thresholds.creditvalue") })
        #expect(configuration.remarks.contains { $0.contains(".treshholds") })
    }

    @Test func aLaterVersionThatAllowsItIsReadAsFarAsItIsKnown() throws {
        let text = #"{"schema": "launch-hub.sdk-configuration", "version": 7, "minimumReader": 1, "later": [1]}"#
        #expect(try NielsenConfiguration(jsonData: Data(text.utf8)).remarks.count == 2)
    }

    @Test(arguments: [
        ("", ""),
        ("[]", ""),
        ("{}", ".schema"),
        (#"{"schema": "launch-hub.sdk-configuration"}"#, ".version"),
        (#"{"schema": "launch-hub.sdk-configuration", "version": 2}"#, ".version"),
        (#"{"schema": "launch-hub.sdk-configuration", "version": 3, "minimumReader": 2}"#, ".version"),
        (configurationFile(#""thresholds": {"creditValue": "30"}"#), ".thresholds.creditValue"),
        (configurationFile(#""thresholds": {"creditValue": 61}"#), ".thresholds.creditValue"),
        (configurationFile(#""thresholds": {"segmentValue": 0}"#), ".thresholds.segmentValue"),
        (configurationFile(#""thresholds": []"#), ".thresholds"),
        (configurationFile(#""products": {}"#), ".products"),
        (configurationFile(#""defaults": {}"#), ".defaults"),
        (configurationFile(#""products": [7]"#), ".products[0]"),
        (configurationFile(#""products": [{"product": "dcr"}]"#), ".products[0].product"),
        (configurationFile(#""products": [{"product": "dar"}, {"product": "dar"}]"#), ".products"),
        (
            configurationFile(
                #""products": [{"product": "dar", "processors": [{"cadence": "view", "template": "t"}]}]"#
            ),
            ".products[0].processors[0].template"
        ),
        (
            configurationFile(
                #""products": [], "templates": {"t": {"url": "https://a/", "parameters": ["a=1", "b=[nol_x"]}}"#
            ),
            ".templates.t.parameters[1]"
        ),
        (configurationFile(#""products": [], "templates": {"t": {"url": "|!no!|"}}"#), ".templates.t.url"),
        (configurationFile(#""products": [], "templates": {"t": {"parameters": []}}"#), ".templates.t.url"),
        (configurationFile(#""products": [], "keyMap": {"nol_a": "(((a)))"}"#), ".keyMap.nol_a"),
        (
            configurationFile(#""products": [], "identifiers": {"deviceId": "aes128", "aes128Key": "00"}"#),
            ".identifiers.aes128Key"
        ),
        (configurationFile(#""products": [], "identifiers": {"deviceId": "plain"}"#), ".identifiers.deviceId"),
    ])
    func aWrongFileIsAnErrorThatSaysWhere(_ text: String, _ path: String) {
        do {
            _ = try NielsenConfiguration(jsonData: Data(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.path == path)
            #expect(!error.detail.isEmpty)
        }
    }

    @Test func remarksAreAllowed() throws {
        let read = try NielsenConfiguration(
            jsonData: Data(configurationFile(#""_why": "tests", "thresholds": {"_a": 1}"#).utf8)
        )
        #expect(read == NielsenConfiguration())
    }

    /// Files that were cut, or had a byte changed, are read or refused.
    @Test func damagedFilesHarmNobody() throws {
        let data = try Data(contentsOf: Self.sample)
        for place in stride(from: 0, to: data.count, by: 97) {
            _ = try? NielsenConfiguration(jsonData: data.prefix(place))
            var changed = data
            changed[place] ^= 0x11
            _ = try? NielsenConfiguration(jsonData: changed)
        }
        #expect(throws: NielsenConfigurationError.self) {
            try NielsenConfiguration(jsonData: data.prefix(data.count / 2))
        }
    }
}
