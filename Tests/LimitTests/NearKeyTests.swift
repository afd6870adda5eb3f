// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NielsenModel

/// Keys that are nearly documented ones, ids and texts that are nearly right.
struct NearKeyTests {
    private typealias Issue = NielsenValidationIssue

    // MARK: - The key that was meant

    @Test(
        arguments: [
            (.content, "a_s_s_e_t_i_d", "assetid"), (.content, "a-s-s-e-t-i-d", "assetid"),
            (.content, "a s s e t i d", "assetid"), (.content, "_A-s S_E-t i_D_", "assetid"),
            (.content, "a.s.s.e.t.i.d", nil), (.content, "a+s+s+e+t+i+d", nil), (.content, "titel.", nil),
            (.content, "some.titel", "title"), (.event, "typ", "type"), (.event, ".typ", nil),
            (.event, "ottdata", "ottData"),
            (.event, "ottData.ottStatsu", "ottStatus"), (.event, "metadata.contnt", "content"),
            (.event, "metadata.content.contnt", nil), (.event, "metadata.ad.a_s_s_e_t_i_d", "assetid"),
            (.event, "o_t_t_d_a_t_a", "ottData"), (.ott, "o_t_t_S_t_a_t_u_s", "ottStatus"),
            (.appinfo, "a_p_p_n_a_m_e", "appname"), (.id3, "a_p_p_n_a_m_e", nil),
        ] as [(NielsenValidator.Kind, String, String?)]
    )
    func theDivisionsOfAKeyAreLeftOut(_ kind: NielsenValidator.Kind, _ key: String, _ right: String?) {
        #expect(NielsenValidator.documentedKey(nearest: key, in: kind) == right)
    }

    @Test(arguments: [(38, true), (39, true), (40, true), (41, false), (42, false)])
    func aKeyOfFortyBytesIsLookedAt(_ count: Int, _ isNear: Bool) {
        let key = "asset" + String(repeating: "-", count: count - 7) + "id"
        let right = isNear ? "assetid" : nil
        #expect(NielsenValidator.documentedKey(nearest: key, in: .content) == right)
        // The names of the objects around it do not count.
        #expect(NielsenValidator.documentedKey(nearest: "metadata.content." + key, in: .event) == right)
    }

    // MARK: - Keys that are not documented

    @Test func theLongestKeyIsKnownInAnotherCase() {
        let keys = UndocumentedKeys(documented: ["ab", "aBcD"])
        let detail = "was not read; aBcD is the documented key"
        #expect(keys.issues(in: ["ABCD"], subject: "s") == [Issue(.keyCase, key: "ABCD", subject: "s", detail: detail)])
        #expect(keys.issues(in: ["ab", "aBcD"], subject: "s") == [])
        let passed = "it is passed on as it is"
        #expect(
            keys.issues(in: ["nol_x", "ABCDE", "AB", "abc"], subject: "s") == [
                Issue(.keyCase, key: "AB", subject: "s", detail: "was not read; ab is the documented key"),
                Issue(.keyUnknown, key: "ABCDE", subject: "s", detail: passed),
                Issue(.keyUnknown, key: "abc", subject: "s", detail: passed),
                Issue(.passedThrough, key: "nol_x", subject: "s"),
            ]
        )
    }

    @Test func ofKeysThatAreNotPassedOnNothingIsReadEither() {
        let keys = UndocumentedKeys(documented: ["ab"], passesOthersOn: false)
        #expect(
            keys.issues(in: ["nol_x", "abc"], subject: "s") == [
                Issue(.keyUnknown, key: "abc", subject: "s", detail: "it is not read"),
                Issue(.keyUnknown, key: "nol_x", subject: "s", detail: "it is not read"),
            ]
        )
    }

    @Test func anAppIDIsFoundInAnotherCaseAlone() {
        let detail = "was not read; appid is the documented key"
        #expect(
            NielsenAppInfoRules.misspelledAppid(["AppID": "a", "other": "b", "appname": "c", "appi": "d", "a": "e"])
                == [Issue(.keyCase, key: "AppID", subject: "appInfo", detail: detail)]
        )
        #expect(NielsenAppInfoRules.misspelledAppid(["other": "b", "title": "c"]) == [])
    }

    // MARK: - App ids

    private func rules(_ appid: String) -> [NielsenValidationIssue] {
        NielsenAppInfoRules.check(["appid": appid], accepting: [], hashLimit: 10)
    }

    @Test(
        arguments: [
            ("P01234567-89ab-cdef-ABCD-0123456789ab", nil), ("T01234567-89ab-cdef-ABCD-0123456789ab", .appidTestPrefix),
            ("X01234567-89ab-cdef-ABCD-0123456789ab", .appidPrefixMissing),
            ("01234567-89ab-cdef-ABCD-0123456789ab", .appidPrefixMissing),
            ("P01234567-xxxx-XXXX-xxxx-xxxxxxxxxxxx", .appidMasked),
            ("P01234567-yxxx-XXXX-xxxx-xxxxxxxxxxxx", .appidNotGUID),
            ("P0123456x-89ab-cdef-ABCD-0123456789ab", .appidNotGUID),
            ("-P01234567-89ab-cdef-ABCD-0123456789ab", .appidNotGUID),
            ("P01234567-89ab-cdef-ABCD-0123456789ab-", .appidNotGUID),
            ("P01234567--89ab-cdef-ABCD-0123456789ab", .appidNotGUID),
            ("P01234567-89ab-cdef-ABCD-0123456789a", .appidNotGUID),
            ("P01234567-89ab-cdef-ABCD-0123456789abc", .appidNotGUID),
            ("1234567-89ab-cdef-ABCD-0123456789ab", .appidNotGUID),
            ("PP01234567-89ab-cdef-ABCD-0123456789ab", .appidNotGUID),
        ] as [(String, NielsenRule?)]
    )
    func anAppIDIsAPrefixAndFiveGroups(_ appid: String, _ rule: NielsenRule?) {
        let expected = rule.map { Issue($0, key: "appid", value: appid, subject: "appInfo") }
        #expect(rules(appid) == [expected].compactMap { $0 })
    }

    // MARK: - Texts

    @Test(arguments: [("éé", 3, false), ("ééé", 4, false), ("éééé", 3, true), ("👩‍👩‍👧", 1, false), ("👩‍👩‍👧a", 1, true)])
    func fewCharactersMayHaveManyBytes(_ text: String, _ limit: Int, _ exceeds: Bool) {
        #expect(NielsenText.exceeds(text, limit) == exceeds)
    }

    @Test(arguments: [
        ("EPx09311820061", false), ("EP0093118200x1", false), ("EX009311820061", false), ("XP009311820061", false),
        ("EH009311820061", false), ("MP009311820061", false), ("SV009311820061", false), ("EP009311820061", true),
        ("SH000000000000", true), ("E0009311820061", false), ("", false), ("EP", false),
    ])
    func bothLettersOfATMSIdAreOfOnePrefix(_ text: String, _ isOne: Bool) {
        #expect(NielsenText.isTMS(text) == isOne)
    }

    @Test(
        arguments: [
            ("+05:59", 359), ("+13:59", 839), ("+12:00", 720), ("-12:00", -720), ("+14:00", 840), ("-11:59", -719),
            ("+00:00", 0), ("-00:01", -1), ("+05:60", nil), ("-05:60", nil), ("+05:99", nil), ("+13:60", nil),
            ("+14:01", nil), ("-12:01", nil), ("+99:59", nil),
        ] as [(String, Int?)]
    )
    func anOffsetIsHoursAndFewerThanSixtyMinutes(_ text: String, _ minutes: Int?) {
        do throws(NielsenAirdate.Problem) {
            let date = try NielsenAirdate("2022-01-01T00:00:00" + text)
            #expect(date.offset == minutes)
            #expect(minutes != nil)
        } catch {
            #expect(error == .noOffset)
            #expect(minutes == nil)
        }
    }
}
