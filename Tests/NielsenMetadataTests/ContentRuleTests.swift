// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

struct ContentRuleTests {
    @Test func theDocumentedExampleHasNoFinding() {
        #expect(NielsenValidator().validate(.content, Samples.content).isEmpty)
        #expect(NielsenValidator().validate(.metadata, Samples.content).isEmpty)
    }

    @Test(arguments: ["type", "assetid", "program", "title", "length", "airdate", "isfullepisode", "adloadtype"])
    func eachRequiredKeyIsMissedAndMayNotBeBlank(_ key: String) {
        #expect(Samples.found(key, nil) == ["META_MISSING_\(key.uppercased())"])
        for blank in ["", "  ", "\u{a0}"] {
            let issues = NielsenValidator().validate(.content, Samples.content(key, blank))
            #expect(issues.map(\.rule) == ["META_EMPTY_\(key.uppercased())"])
            #expect(issues.first?.key == key)
            #expect(!issues.areValid)
        }
    }

    @Test(arguments: ["crossId1", "crossId2", "segB", "segC", "hasAds"])
    func emptyOptionalKeysAreAWarning(_ key: String) {
        let issues = NielsenValidator().validate(.content, Samples.content(key, ""))
        #expect(issues.map(\.rule) == ["OPTIONAL_EMPTY"])
        #expect(issues.areValid)
    }

    @Test func absentOptionalKeysAreFine() {
        for key in ["crossId1", "crossId2", "segB", "segC"] { #expect(Samples.found(key, nil).isEmpty) }
    }

    @Test(arguments: [
        ("x S01E03", true), ("x S1E3", true), ("x S1 E3", true), ("S3E18", true), ("x (S03E18)", true),
        ("S12E345", true),
        ("S2,E3", false), ("TitleEP1:S1", false), ("xS1E3", false), ("S1  E3", false),
        ("S1E", false), ("SE3", false), ("S12345E1", false), ("S1E3x", false), ("s1e3", false), ("é S1E3 é", true),
    ])
    func titlesHaveSeasonAndEpisode(_ title: String, _ isRight: Bool) {
        #expect(Samples.found("title", title) == (isRight ? [] : ["TITLE_NO_SxxEyy"]))
    }

    /// Source: "iOS Configure Metadata", "title".
    @Test(arguments: ["318", "0318"])
    func aNumberAloneIsNotValid(_ title: String) {
        #expect(Samples.found("title", title) == ["TITLE_NUMBER_ALONE"])
        #expect(!NielsenValidator().validate(.content, Samples.content("title", title)).areValid)
    }

    @Test func filmsHaveNoEpisode() {
        var film = Samples.content("title", "The Dark Knight")
        film["crossId1"] = "MV009311820061"
        #expect(NielsenValidator().validate(.content, film).isEmpty)
    }

    @Test(arguments: [
        (40, []), (41, ["TITLE_TOO_LONG_40"]), (100, ["TITLE_TOO_LONG_40"]), (101, ["TITLE_TOO_LONG_100"]),
    ])
    func titlesHave40Characters(_ length: Int, _ rules: [String]) {
        #expect(Samples.found("title", "S1E1 " + String(repeating: "é", count: length - 5)) == rules)
    }

    @Test(arguments: [
        (25, []), (26, ["PROGRAM_TOO_LONG_25"]), (100, ["PROGRAM_TOO_LONG_25"]), (101, ["PROGRAM_TOO_LONG_100"]),
    ])
    func programmesHave25Characters(_ length: Int, _ rules: [String]) {
        #expect(Samples.found("program", String(repeating: "界", count: length)) == rules)
    }

    @Test func upTo100CharactersAreWarningsAndMoreAreErrors() {
        for (length, isValid) in [(41, true), (100, true), (101, false), (1_000_000, false)] {
            let title = "S1E1 " + String(repeating: "x", count: length - 5)
            #expect(NielsenValidator().validate(.content, Samples.content("title", title)).areValid == isValid)
        }
    }

    @Test(arguments: [
        ("0", []), ("86400", []), ("3600.5", []), ("300", []), ("86401", ["LENGTH_OVER_A_DAY"]),
        ("1320000", ["LENGTH_OVER_A_DAY"]), ("99999999999999999999999", ["LENGTH_OVER_A_DAY"]),
        ("-1", ["LENGTH_NOT_NUMERIC"]), ("1e3", ["LENGTH_NOT_NUMERIC"]), (".5", ["LENGTH_NOT_NUMERIC"]),
        ("5.", ["LENGTH_NOT_NUMERIC"]), ("1.2.3", ["LENGTH_NOT_NUMERIC"]), ("1,5", ["LENGTH_NOT_NUMERIC"]),
        ("٣", ["LENGTH_NOT_NUMERIC"]), ("length in seconds", ["LENGTH_NOT_NUMERIC"]), (" 5", ["LENGTH_NOT_NUMERIC"]),
    ])
    func lengthIsSeconds(_ length: String, _ rules: [String]) {
        #expect(Samples.found("length", length) == rules)
    }

    @Test(arguments: ["y", "n", "yes", "no", "lf", "sf", "Yes", "N", "LF"])
    func fullEpisodeFlags(_ value: String) {
        #expect(Samples.found("isfullepisode", value).isEmpty)
    }

    @Test(arguments: ["true", "1", "maybe", "yy"])
    func otherFullEpisodeFlagsAreErrors(_ value: String) {
        let issues = NielsenValidator().validate(.content, Samples.content("isfullepisode", value))
        #expect(issues.map(\.rule) == ["ISFULLEPISODE_VALUE"])
        #expect(!issues.areValid)
    }

    @Test(arguments: [
        ("1", []), ("2", []), ("linear", ["ADLOADTYPE_WORD"]), ("Dynamic", ["ADLOADTYPE_WORD"]),
        ("3", ["ADLOADTYPE_INVALID_DEFAULTED"]),
    ])
    func adLoads(_ value: String, _ rules: [String]) {
        #expect(Samples.found("adloadtype", value) == rules)
    }

    @Test(arguments: [
        ("EP009311820061", true), ("MV009311820061", true), ("SH009311820022", true), ("SP009311820061", true),
        ("EV009311820061", true), ("XX009311820061", false), ("EP00931182006", false), ("EP0093118200611", false),
        ("EP00931182006A", false), ("ep009311820061", false), ("Reference11", false),
    ])
    func tmsIds(_ value: String, _ isRight: Bool) {
        #expect(Samples.found("crossId1", value) == (isRight ? [] : ["CROSSID1_NOT_TMS"]))
    }

    @Test func specialCharactersInAssetidWarn() {
        for right in ["BBT345a234", "vid345-67483", "a_b.c"] { #expect(Samples.found("assetid", right).isEmpty) }
        for wrong in ["a b", "a/b", "a&b", "ä", "a\u{0}"] {
            #expect(Samples.found("assetid", wrong) == ["ASSETID_SPECIAL_CHARACTERS"])
        }
    }

    @Test func assetIdIsReadAsAssetid() {
        var values = Samples.content("assetid", nil)
        values["assetId"] = "C77664"
        let issues = NielsenValidator().validate(.content, values)
        #expect(issues.map(\.rule) == ["KEY_CASE"])
        #expect(issues.first?.message == "assetId was read as assetid; write it so")
        #expect(issues.areValid)
    }

    @Test func otherKeysInWrongCapitalsAreReadInTheLenientModeOnly() {
        var values = Samples.content("program", nil)
        values["Program"] = "The Big Bang Theory"
        #expect(Samples.rules(NielsenValidator().validate(.content, values)) == ["KEY_CASE", "META_MISSING_PROGRAM"])
        #expect(Samples.rules(NielsenValidator(mode: .lenient).validate(.content, values)) == ["KEY_CASE"])
    }

    @Test func otherMarketsAndFormerNames() {
        #expect(Samples.found("vcid", "c05") == ["KEY_LEGACY_VCID_USE_SUBBRAND"])
        #expect(Samples.found("clientid", "") == ["OVERRIDE_EMPTY_IGNORED"])
        #expect(Samples.found("subbrand", " ") == ["OVERRIDE_EMPTY_IGNORED"])
        #expect(Samples.found("nol_c1", "p1,") == ["KEY_PASSTHROUGH_NOL"])
        #expect(Samples.found("colour", "red") == ["KEY_UNKNOWN"])
        #expect(Samples.found("pipmode", "yes") == ["TRUTH_VALUE"])
        #expect(Samples.found("hasAds", "3") == ["HASADS_VALUE"])
        #expect(Samples.found("segB", String(repeating: "x", count: 26)) == ["SEGMENT_TOO_LONG_25"])
        #expect(Samples.found("assetName", String(repeating: "x", count: 101)) == ["ASSETNAME_TOO_LONG_100"])
    }

    @Test func watermarkedStreamsNeedNoneOfTheKeys() throws {
        let validator = NielsenValidator()
        #expect(validator.validate(.content, ["type": "content", "adModel": "1"]).isEmpty)
        #expect(validator.validate(.content, ["adModel": "1", "channelName": "channel1"]).isEmpty)
        let joint = ["type": "content", "length": "0", "adModel": "1", "adloadtype": "1"]
        #expect(validator.validate(.content, joint).isEmpty)
        // With an asset of its own it is a programme, too.
        #expect(!validator.validate(.content, joint.merging(["assetid": "A1"]) { $1 }).areValid)
        let empty = ["type": "content", "adModel": "", "channelName": ""]
        #expect(
            Samples.rules(validator.validate(.content, empty))
                == ["CHANNELNAME_EMPTY_DEFAULTED", "ADMODEL_INVALID_DEFAULTED"]
        )
    }

    @Test func typesInOtherSpellingsAreReadAndUnknownOnesAreErrors() {
        let validator = NielsenValidator()
        #expect(Samples.rules(validator.validate(.ad, ["type": "pre-roll", "assetid": "a"])) == ["TYPE_SPELLING"])
        #expect(Samples.rules(validator.validate(.ad, ["type": "bumper", "assetid": "a"])) == ["TYPE_UNKNOWN"])
        #expect(Samples.rules(validator.validate(.content, Samples.ad)) == ["TYPE_MISMATCH"])
        #expect(Samples.rules(validator.validate(.static, Samples.content)) == ["TYPE_MISMATCH"])
        #expect(validator.validate(.metadata, Samples.ad).isEmpty)
    }

    @Test func findingsAreInTheOrderOfTheKeys() {
        let values = ["type": "content", "zebra": "1", "apple": "1", "airdate": "x", "assetid": "a b"]
        let rules = Samples.rules(NielsenValidator().validate(.content, values))
        #expect(
            rules == [
                "ASSETID_SPECIAL_CHARACTERS", "META_MISSING_PROGRAM", "META_MISSING_TITLE", "META_MISSING_LENGTH",
                "AIRDATE_FORMAT", "META_MISSING_ISFULLEPISODE", "META_MISSING_ADLOADTYPE", "KEY_UNKNOWN", "KEY_UNKNOWN",
            ]
        )
    }
}
