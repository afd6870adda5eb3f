// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

struct OtherKindTests {
    private let validator = NielsenValidator()

    // MARK: - Ads and pages

    @Test(arguments: ["preroll", "midroll", "postroll", "ad"])
    func adsNeedAnAssetid(_ type: String) {
        #expect(validator.validate(.ad, ["type": type, "assetid": "a"]).isEmpty)
        #expect(Samples.rules(validator.validate(.ad, ["type": type])) == ["META_MISSING_ASSETID"])
        #expect(Samples.rules(validator.validate(.ad, ["type": type, "assetid": ""])) == ["META_EMPTY_ASSETID"])
    }

    @Test func adsOfAnAdServerNeedATagOnly() {
        #expect(validator.validate(.ad, ["type": "ad", "ocrtag": "https://ads.example/t?x=1"]).isEmpty)
        #expect(
            Samples.rules(validator.validate(.ad, ["type": "ad", "ocrtag": "https://ads.example/a b"])) == [
                "URL_CONTAINS_SPACE"
            ]
        )
        #expect(Samples.rules(validator.validate(.ad, ["type": "ad", "ocrtag": ""])) == ["META_EMPTY_OCRTAG"])
        #expect(Samples.rules(validator.validate(.ad, ["type": "ad", "ocrtag": "tag"])) == ["OCRTAG_NOT_URL"])
    }

    @Test func pagesNeedASection() {
        #expect(validator.validate(.static, Samples.page).isEmpty)
        #expect(Samples.rules(validator.validate(.static, ["type": "static"])) == ["META_MISSING_SECTION"])
        #expect(
            Samples.rules(validator.validate(.static, ["type": "static", "section": " "])) == ["META_EMPTY_SECTION"]
        )
        let special = ["type": "static", "section": "a&b"]
        #expect(Samples.rules(validator.validate(.static, special)) == ["SECTION_SPECIAL_CHARACTERS"])
        // Any crossId1 is tolerated on pages.
        #expect(validator.validate(.static, ["type": "static", "section": "a", "crossId1": "x"]).isEmpty)
    }

    @Test func reportsHold25SectionsAnd25Segments() {
        var limits = NielsenStaticLimits()
        for number in 1...25 { #expect(limits.add(["section": "s\(number)"]).isEmpty) }
        #expect(limits.add(["section": "s7"]).isEmpty)
        #expect(Samples.rules(limits.add(["section": "s26"])) == ["SECTION_VALUES_OVER_25"])
        #expect(Samples.rules(limits.add(["section": "s26"])) == ["SECTION_VALUES_OVER_25"])
        for number in 1...8 {
            #expect(limits.add(["segA": "a\(number)", "segB": "b\(number)", "segC": "c\(number)"]).isEmpty)
        }
        #expect(limits.add(["segA": "last", "segB": "a1", "segC": ""]).isEmpty)
        let over = limits.add(["segA": "a1", "segB": "new", "segC": "newer"])
        #expect(over.map(\.rule) == ["SEGMENT_VALUES_OVER_25", "SEGMENT_VALUES_OVER_25"])
        #expect(over.map(\.key) == ["segB", "segC"])
    }

    // MARK: - App information

    @Test(arguments: [
        ("PD8B6BE43-2128-44B1-AC90-FE03B565ADCF", []),
        ("pd8b6be43-2128-44b1-ac90-fe03b565adcf", ["APPID_PREFIX_MISSING"]),
        ("TD8B6BE43-2128-44B1-AC90-FE03B565ADCF", ["APPID_T_PREFIX"]),
        ("D8B6BE43-2128-44B1-AC90-FE03B565ADCF", ["APPID_PREFIX_MISSING"]),
        ("PDA7D5EE6-B1B8-4123-9277-2A78XXXXXXXX", ["APPID_MASKED"]), ("P", ["APPID_NOT_GUID"]),
        ("PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX", ["APPID_NOT_GUID"]),
        ("PD8B6BE43212844B1AC90FE03B565ADCF", ["APPID_NOT_GUID"]),
        ("PD8B6BE43-2128-44B1-AC90-FE03B565ADCG", ["APPID_NOT_GUID"]), ("", ["APPID_EMPTY"]), (" ", ["APPID_EMPTY"]),
    ])
    func appids(_ appid: String, _ rules: [String]) {
        #expect(Samples.rules(validator.validate(.appinfo, ["appid": appid])) == rules)
    }

    private static let appid = "PD8B6BE43-2128-44B1-AC90-FE03B565ADCF"

    @Test(arguments: [
        ("sfcode", "dcr", []), ("sfcode", "moon", ["SFCODE_UNKNOWN"]), ("sfcode", "", ["OPTIONAL_EMPTY"]),
        ("appname", "", ["APPNAME_EMPTY"]), ("appversion", "", ["APPVERSION_EMPTY"]), ("appName", "x", ["KEY_CASE"]),
        ("uoo", "0", []), ("optout", "perhaps", ["OPTOUT_VALUE"]), ("nol_devDebug", "DEBUG", []),
        ("nol_devDebug", "loud", ["DEVDEBUG_VALUE"]), ("nol_other", "1", ["KEY_PASSTHROUGH_NOL"]),
        ("colour", "red", ["KEY_UNKNOWN"]), ("hem_md5", String(repeating: "a", count: 301), ["HEM_UID_TOO_LONG"]),
        ("hem_md5", String(repeating: "a", count: 300), []),
    ])
    func appInfo(_ key: String, _ value: String, _ rules: [String]) {
        #expect(Samples.rules(validator.validate(.appinfo, ["appid": Self.appid, key: value])) == rules)
    }

    // MARK: - Channels and devices

    @Test(arguments: [
        (["ottStatus": "0"], []), (["ottStatus": "1", "ottType": "casting", "ottDevice": "chromecast"], []),
        ([:], ["META_MISSING_OTTSTATUS"]), (["ottStatus": ""], ["META_EMPTY_OTTSTATUS"]),
        (["ottStatus": "2"], ["OTTSTATUS_VALUE"]), (["ottStatus": "1"], ["OTT_INCOMPLETE", "OTT_INCOMPLETE"]),
        (["ottStatus": "0", "ottType": "casting"], ["OTT_DETAILS_WITHOUT_CONNECTION"]),
        (["ottstatus": "1"], ["META_MISSING_OTTSTATUS", "KEY_CASE"]),
    ])
    func devices(_ values: [String: String], _ rules: [String]) {
        #expect(Samples.rules(validator.validate(.ott, values)) == rules)
    }

    // MARK: - Form

    @Test func valuesThatAreNoStringsAreErrorsInTheStrictModeAndWarningsInTheLenientOne() throws {
        var object = JSONObject(Samples.content.mapValues(JSONValue.string))
        object["length"] = .int(3600)
        let strict = validator.validate(.content, .object(object))
        #expect(strict.map(\.rule) == ["META_NOT_STRING"])
        #expect(strict.first?.key == "length")
        #expect(!strict.areValid)
        let lenient = NielsenValidator(mode: .lenient).validate(.content, .object(object))
        #expect(lenient.map(\.rule) == ["META_NOT_STRING"])
        #expect(lenient.areValid)
        object["length"] = .array([])
        #expect(!NielsenValidator(mode: .lenient).validate(.content, .object(object)).areValid)
    }
}
