// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct OptOutURLTests {
    private func url(
        _ flavor: NielsenFlavor,
        kids: Bool = false,
        _ change: (inout NielsenDevice) -> Void = { _ in },
        configuration: NielsenConfiguration = NielsenConfiguration()
    ) throws -> String {
        let bench = PrivacyBench(flavor)
        bench.isForKids = kids
        bench.configuration = configuration
        change(&bench.device)
        return try bench.makeApi().optOutURL
    }

    private static let appid = "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000"

    @Test(arguments: [
        (NielsenFlavor.ad, false, "optout.html"), (.noAd, false, "optout_legacy.html"),
        (.noID, false, "optout_legacy.html"), (.ad, true, "optout_legacy.html"),
    ])
    func eachFlavorHasItsPageOnThisMachine(_ flavor: NielsenFlavor, _ kids: Bool, _ page: String) throws {
        let url = try url(flavor, kids: kids)
        #expect(url == "http://127.0.0.1:8642/optout/mobile/us/en/\(page)?appid=\(Self.appid)")
    }

    @Test(arguments: [
        ("mobile", "us", "en", "mobile/us/en"), ("tv", "de", "de", "tv/de/de"), ("TV", "DE", "de_DE", "tv/de/de"),
        ("mobile", "gb", "en-GB", "mobile/gb/en"), ("mobile", "tw", "zh-Hant-TW", "mobile/tw/zh"),
        ("", "", "", "mobile/us/en"), ("..", ".", "-x", "mobile/us/en"), ("a/b", "u?", "e#", "mobile/us/en"),
        ("../../x", "..%2F", "%2e", "mobile/us/en"),
        ("{country}", "at", "de", "mobile/at/de"),
    ])
    func thePageIsThatOfTheDevice(_ type: String, _ country: String, _ language: String, _ path: String) throws {
        for flavor in NielsenFlavor.allCases {
            let url = try url(
                flavor,
                {
                    $0.deviceType = type
                    $0.country = country
                    $0.language = language
                }
            )
            #expect(url.hasPrefix("http://127.0.0.1:8642/optout/\(path)/optout"))
            #expect(URL(string: url) != nil)
        }
    }

    @Test func aConfigurationFileNamesBothPages() throws {
        let file = """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "optOutURL": "https://pages.example/{language}/{country}/setting?n={nuid}&x={unknown}",
             "optOutLegacyURL": "HTTPS://pages.example/{devicetype}/choice"}
            """
        let configuration = try NielsenConfiguration(jsonData: Data(file.utf8))
        let bench = PrivacyBench(.ad)
        bench.configuration = configuration
        let api = try bench.makeApi()
        #expect(api.optOutURL == "https://pages.example/en/us/setting?n=\(sha256(api.nielsenId))&x={unknown}")
        #expect(try url(.noAd, configuration: configuration) == "HTTPS://pages.example/mobile/choice")
        #expect(try url(.noID, configuration: configuration) == "HTTPS://pages.example/mobile/choice")
    }

    @Test(arguments: ["optOutURL", "optOutLegacyURL"], ["javascript:alert(1)", "file:///etc/passwd", "pages", ""])
    func aPageThatIsNoWebPageIsRefused(_ key: String, _ address: String) {
        let file = #"{"schema": "launch-hub.sdk-configuration", "version": 1, "\#(key)": "\#(address)"}"#
        do {
            _ = try NielsenConfiguration(jsonData: Data(file.utf8))
            Issue.record("it was taken")
        } catch {
            #expect(error.path == ".\(key)")
        }
    }
}
