// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// A configuration file with nothing but these members.
private func configurationFile(_ members: String) -> String {
    #"{"schema": "launch-hub.sdk-configuration", "version": 1, \#(members)}"#
}

struct ConfigurationFileTests {
    static let sample = PackageFolder.root.appending(
        path: "RemoteConfig/sdk/P00000000-0000-0000-0000-000000000001.json"
    )

    @Test func thePublishedSampleIsTheBuiltInConfiguration() throws {
        let read = try NielsenConfiguration(jsonData: Data(contentsOf: Self.sample))
        #expect(read == NielsenConfiguration())
    }

    @Test func everyEndpointOfTheSampleIsThisMachine() throws {
        let text = try String(decoding: Data(contentsOf: Self.sample), as: UTF8.self)
        let hosts = text.components(separatedBy: "://").dropFirst().map { $0.prefix { $0 != "/" } }
        #expect(hosts.count == 8)
        #expect(Set(hosts) == ["127.0.0.1:8642"])
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

    @Test(arguments: [
        ("https://a/b c", 11), ("https://a/?x=\\\\", 13), ("https://a/ü", 10), ("https://a/?a={", 13),
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

    @Test(arguments: [
        ("", ""),
        ("{}", ".schema"),
        (#"{"schema": "launch-hub.sdk-configuration"}"#, ".version"),
        (#"{"schema": "launch-hub.sdk-configuration", "version": 3, "minimumReader": 2}"#, ".version"),
        (configurationFile(#""thresholds": {"creditValue": "30"}"#), ".thresholds.creditValue"),
        (configurationFile(#""thresholds": {"creditValue": 61}"#), ".thresholds.creditValue"),
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
        (configurationFile(#""products": [], "keyMap": {"nol_a": "(((a)))"}"#), ".keyMap.nol_a"),
        (
            configurationFile(#""products": [], "identifiers": {"deviceId": "aes128", "aes128Key": "00"}"#),
            ".identifiers.aes128Key"
        ),
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
}
