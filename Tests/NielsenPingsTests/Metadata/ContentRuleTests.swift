// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// The rules for the metadata of content, a row for each value that the documents name, and for what is close to it.
struct ContentRuleTests {
    private let validator = NielsenValidator()

    @Test func theDocumentedExampleHasNoFinding() {
        #expect(validator.validate(.content, Samples.content).isEmpty)
        #expect(validator.validate(.metadata, Samples.content).isEmpty)
    }

    @Test(arguments: ["type", "assetid", "program", "title", "length", "airdate", "isfullepisode", "adloadtype"])
    func eachRequiredKeyIsMissedAndMayNotBeBlank(_ key: String) {
        #expect(Samples.found(key, nil) == ["META_MISSING_\(key.uppercased())"])
        let issues = validator.validate(.content, Samples.content(key, " "))
        #expect(issues.map(\.rule) == ["META_EMPTY_\(key.uppercased())"])
        #expect(issues.first?.key == key)
        #expect(!issues.areValid)
    }

    private static let right: [(key: String, values: [String])] = [
        (
            "airdate",
            [
                "2022-03-21T10:05:00", "2022-03-2110:05:00", "2022-03-21T10:05:00+05:30", "2022032110:05:00",
                "20220321 10:05:00", "20220321100500", "03-21-2022", "03/21/2022", "20220321", "20240229",
            ]
        ),
        ("title", ["x S01E03", "x S1 E3", "S3E18", "x (S03E18)", "S12E345", "S1E1 " + text(35)]),
        ("program", [text(25)]),
        ("length", ["0", "86400", "3600.5"]),
        ("isfullepisode", ["y", "n", "yes", "no", "lf", "sf", "Yes", "LF"]),
        ("adloadtype", ["1", "2"]),
        ("crossId1", ["EP009311820061", "MV009311820061", "SH009311820022", "SP009311820061", "EV009311820061"]),
        ("assetid", ["BBT345a234", "vid345-67483", "a_b.c"]),
    ]

    @Test(arguments: right)
    private func documentedValuesHaveNoFinding(_ key: String, _ values: [String]) {
        for value in values { #expect(Samples.found(key, value).isEmpty, "\(value)") }
    }

    private static let wrong: [(key: String, rule: String, values: [String])] = [
        (
            "airdate", "AIRDATE_FORMAT",
            [
                "2023-02-30T10:00:00", "20230229", "13-01-2022", "2022-03-21T24:00:00", "2022-03-21T10:05:00+15:00",
                "this is not a valid date", "2022", "2022/03/21", "21.03.2022", "2022-03-21", "2022-03-21 10:05:00",
                "٢٠٢٢٠٣٢١", " 20220321", "1647857100",
            ]
        ),
        ("airdate", "AIRDATE_Z_SUFFIX_NOT_LISTED", ["2022-03-21T10:05:00Z"]),
        ("title", "TITLE_NO_SxxEyy", ["S2,E3", "TitleEP1:S1", "xS1E3", "SE3", "s1e3"]),
        ("title", "TITLE_TOO_LONG_40", ["S1E1 " + text(36), "S1E1 " + text(95)]),
        ("title", "TITLE_TOO_LONG_100", ["S1E1 " + text(96)]),
        ("program", "PROGRAM_TOO_LONG_25", [text(26), text(100)]),
        ("program", "PROGRAM_TOO_LONG_100", [text(101)]),
        ("length", "LENGTH_OVER_A_DAY", ["86401", "99999999999999999999999"]),
        ("length", "LENGTH_NOT_NUMERIC", ["-1", "1e3", "1,5", "٣", "length in seconds"]),
        ("adloadtype", "ADLOADTYPE_WORD", ["linear", "Dynamic"]),
        ("adloadtype", "ADLOADTYPE_INVALID_DEFAULTED", ["3"]),
        ("crossId1", "CROSSID1_NOT_TMS", ["XX009311820061", "EP00931182006", "ep009311820061", "Reference11"]),
        ("assetid", "ASSETID_SPECIAL_CHARACTERS", ["a b", "a/b", "ä", "a\u{0}"]),
        ("crossId2", "OPTIONAL_EMPTY", [""]),
        ("vcid", "KEY_LEGACY_VCID_USE_SUBBRAND", ["c05"]),
        ("clientid", "OVERRIDE_EMPTY_IGNORED", [""]),
        ("nol_c1", "KEY_PASSTHROUGH_NOL", ["p1,"]),
        ("colour", "KEY_UNKNOWN", ["red"]),
        ("pipmode", "TRUTH_VALUE", ["yes"]),
        ("hasAds", "HASADS_VALUE", ["3"]),
        ("segB", "SEGMENT_TOO_LONG_25", [text(26)]),
        ("assetName", "ASSETNAME_TOO_LONG_100", [text(101)]),
    ]

    @Test(arguments: wrong)
    private func otherValuesHaveTheFindingOfTheirRule(_ key: String, _ rule: String, _ values: [String]) {
        for value in values { #expect(Samples.found(key, value) == [rule], "\(value)") }
    }

    private static func text(_ count: Int) -> String { String(repeating: "é", count: count) }

    @Test func filmsHaveNoEpisode() {
        var film = Samples.content("title", "The Dark Knight")
        film["crossId1"] = "MV009311820061"
        #expect(validator.validate(.content, film).isEmpty)
    }

    @Test func assetIdIsReadAsAssetid() {
        var values = Samples.content("assetid", nil)
        values["assetId"] = "C77664"
        let issues = validator.validate(.content, values)
        #expect(issues.map(\.rule) == ["KEY_CASE"])
        #expect(issues.first?.message == #""assetId" is read as "assetid"; write it so"#)
        #expect(issues.areValid)
    }

    @Test func watermarkedStreamsNeedNoneOfTheKeys() throws {
        #expect(validator.validate(.content, ["type": "content", "adModel": "1"]).isEmpty)
        #expect(validator.validate(.content, ["adModel": "1", "channelName": "channel1"]).isEmpty)
        // With an asset of its own it is a programme, too.
        let joint = ["type": "content", "length": "0", "adModel": "1", "adloadtype": "1", "assetid": "A1"]
        #expect(!validator.validate(.content, joint).areValid)
    }

    @Test func typesInOtherSpellingsAreReadAndUnknownOnesAreErrors() {
        #expect(Samples.rules(validator.validate(.ad, ["type": "pre-roll", "assetid": "a"])) == ["TYPE_SPELLING"])
        #expect(Samples.rules(validator.validate(.ad, ["type": "bumper", "assetid": "a"])) == ["TYPE_UNKNOWN"])
        #expect(Samples.rules(validator.validate(.content, Samples.ad)) == ["TYPE_MISMATCH"])
    }
}
