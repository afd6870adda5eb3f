// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenModel

/// The bounds of texts, dates and inputs that are read, from both sides.
struct TextLimitTests {
    // MARK: - Bytes

    @Test func lettersDigitsAndHexadecimalDigitsAreToldFromTheirNeighbours() {
        func text(_ matches: (UInt8) -> Bool) -> String {
            String(decoding: (UInt8.min...UInt8.max).filter(matches), as: UTF8.self)
        }
        #expect(text(NielsenText.isDigit) == "0123456789")
        #expect(text(NielsenText.isHexadecimal) == "0123456789ABCDEFabcdef")
        #expect(text(NielsenText.isLetter) == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    }

    @Test(arguments: [
        ("", true), (" ", true), ("\t\n", true), ("!", false), (" !", false), ("~", false), ("\u{7F}", false),
        ("\u{A0}", true), ("\u{2003}\u{3000}", true), ("é", false), ("\u{A0}é", false), ("\u{0}", false),
    ])
    func blankIsWhiteSpaceOfAnyKind(_ text: String, _ isBlank: Bool) {
        #expect(NielsenText.isBlank(text) == isBlank)
    }

    @Test(arguments: [
        ("abc", 3, false), ("abcd", 3, true), ("ééé", 3, false), ("éééé", 3, true), ("", 0, false), ("a", 0, true),
    ])
    func aLengthIsCountedInCharacters(_ text: String, _ limit: Int, _ exceeds: Bool) {
        #expect(NielsenText.exceeds(text, limit) == exceeds)
    }

    @Test func whatIsShownHasItsLimitWithItsDots() {
        let letters = String(repeating: "x", count: 64)
        #expect(NielsenText.shown(letters) == letters)
        #expect(NielsenText.shown(letters + "x") == String(repeating: "x", count: 61) + "...")
        #expect(NielsenText.shown("abcdef", 5) == "ab...")
        #expect(NielsenText.shown("abcde", 5) == "abcde")
    }

    @Test func aByteIsCountedUpToMoreThanALimit() {
        #expect(!NielsenText.count(of: 1, in: [1, 2, 1], exceeds: 2))
        #expect(NielsenText.count(of: 1, in: [1, 2, 1], exceeds: 1))
        #expect(!NielsenText.count(of: 3, in: [1, 2, 1], exceeds: 0))
    }

    // MARK: - Numbers and names

    @Test(
        arguments: [
            ("0", 0), ("86400", 86_400), ("12.5", 12), ("12.", nil), (".5", nil), ("", nil), ("1.5.", nil), ("1x", nil),
            ("-1", nil), (" 1", nil), ("1.x", nil), ("9.0", 9),
            (String(repeating: "0", count: 63) + "7", 7), (String(repeating: "0", count: 64) + "7", nil),
            ("1000000000000", 1_000_000_000_000), ("10000000000000", 1_000_000_000_000),
            ("9999999999999", 9_999_999_999_999),
        ] as [(String, Int?)]
    )
    func secondsAreDigitsAndAFraction(_ text: String, _ seconds: Int?) {
        #expect(NielsenText.seconds(text) == seconds)
    }

    @Test(arguments: [
        ("S1E1", true), ("S0001E0001", true), ("S00001E1", false), ("S1E00001", false), ("S1 E3", true),
        ("S1  E3", false), ("SE1", false), ("S1E", false), ("S1", false), ("S", false), ("S1 ", false),
        ("xS1E1", false),
        ("1S1E1", false), (" S1E1", true), ("-S1E1", true), ("S1E1x", false), ("S1E1 x", true), ("S1E1-", true),
        ("SS1E1", false), ("S1E S2E2", true), ("s1e1", false), ("The End S03E18", true),
    ])
    func anEpisodeIsASeasonAndANumber(_ text: String, _ isFound: Bool) {
        #expect(NielsenText.hasEpisode(text) == isFound)
    }

    @Test(
        arguments: [
            ("[X]", "[X]"), ("a%%X%%b", "%%X%%"), ("${X}", "${X}"), ("{X}", "{X}"), ("[]", nil), ("%%%%", nil),
            ("{}", nil),
            ("[a b]", nil), ("[a.b-c_1]", "[a.b-c_1]"), ("]X[", nil), ("[X", nil), ("", nil), ("$X", nil), ("[é]", nil),
            ("[a b]{X}", "{X}"), ("[\(String(repeating: "n", count: 64))]", "[\(String(repeating: "n", count: 64))]"),
            ("[\(String(repeating: "n", count: 65))]", nil),
        ] as [(String, String?)]
    )
    func aPlaceholderIsANameInBrackets(_ text: String, _ found: String?) {
        #expect(NielsenText.placeholder(in: text) == found)
    }

    @Test(arguments: [
        ("EP009311820061", true), ("MV009311820061", true), ("SH009311820061", true), ("SP009311820061", true),
        ("EV009311820061", true), ("EP00931182006", false), ("EP0093118200611", false), ("XX009311820061", false),
        ("EP00931182006x", false), ("ep009311820061", false), ("PE009311820061", false),
    ])
    func aTMSIdHasAPrefixAndTwelveDigits(_ text: String, _ isOne: Bool) {
        #expect(NielsenText.isTMS(text) == isOne)
    }

    // MARK: - Dates

    @Test(
        arguments: [
            ("2022-01-01T00:00:00", nil), ("2022-12-31T23:59:59", nil), ("2022-12-31T24:00:00", "time"),
            ("2022-12-31T23:60:00", "time"), ("2022-12-31T23:59:60", "time"), ("2022-00-01T00:00:00", "calendar"),
            ("2022-13-01T00:00:00", "calendar"), ("2022-01-00T00:00:00", "calendar"),
            ("2022-01-32T00:00:00", "calendar"),
            ("2024-02-29T00:00:00", nil), ("2023-02-29T00:00:00", "calendar"), ("1900-02-29T00:00:00", "calendar"),
            ("2000-02-29T00:00:00", nil), ("2022-04-31T00:00:00", "calendar"), ("0001-01-01T00:00:00", nil),
            ("0000-01-01T00:00:00", "calendar"), ("2022-01-01T00:00:00+14:00", nil),
            ("2022-01-01T00:00:00+14:01", "offset"),
            ("2022-01-01T00:00:00-12:00", nil), ("2022-01-01T00:00:00-12:01", "offset"),
            ("2022-01-01T00:00:00+00:59", nil), ("2022-01-01T00:00:00+00:60", "offset"),
            ("2022-01-01T00:00:00+00:00Z", "formats"), ("2022-01-01T00:00:00Z", nil),
            ("2022-01-01T00:00:00X", "formats"),
            ("20220101", nil), ("2022010", "formats"), ("01-31-2022", nil), ("01/31/2022", nil),
            ("31/01/2022", "calendar"),
            ("01-31/2022", "formats"), ("20220101000000", nil), ("2022010100:00:00", nil), ("20220101 00:00:00", nil),
            ("2022-01-0100:00:00", nil), ("", "formats"), (String(repeating: "1", count: 26), "formats"),
        ] as [(String, String?)]
    )
    func aDateExistsOrItIsSaidWhyNot(_ text: String, _ problem: String?) {
        do throws(NielsenAirdate.Problem) {
            _ = try NielsenAirdate(text)
            #expect(problem == nil)
        } catch {
            #expect(problem.map { error.detail.contains($0) } == true, "\(error.detail)")
        }
    }

    @Test func offsetsAreInMinutesAndTheEndIsZulu() throws {
        #expect(try NielsenAirdate("2022-01-01T00:00:00+05:45").offset == 345)
        #expect(try NielsenAirdate("2022-01-01T00:00:00-03:30").offset == -210)
        #expect(try NielsenAirdate("2022-01-01T00:00:00").offset == nil)
        #expect(try NielsenAirdate("2022-01-01T00:00:00Z").isZulu)
        #expect(try !NielsenAirdate("20220101").isZulu)
    }

    // MARK: - Inputs

    @Test(arguments: [(1_000, nil), (1_001, 1)] as [(Int, Int?)])
    func ofTooManyKeysTheDocumentedOnesAreTaken(_ count: Int, _ taken: Int?) {
        let values = ["assetid": "a", "other": "b"]
        #expect(NielsenInput.documented(of: count) { values[$0] }?.count == taken)
    }

    @Test func aTextWithTooManyValuesIsNotRead() {
        func refused(_ commas: Int, separator: String = ",") -> Bool {
            let text = "[" + Array(repeating: "11", count: commas + 1).joined(separator: separator) + "]"
            return NielsenInput.refusal(ofText: text, "metadata") != nil
        }
        #expect(!refused(9_999))
        #expect(refused(10_000))
        // What is in a string separates nothing, and an escaped quote does not end one.
        #expect(!refused(10_000, separator: #"",""#))
        let quoted = "[\"" + String(repeating: #"\","#, count: 20_000) + "\"]"
        #expect(NielsenInput.refusal(ofText: quoted, "metadata") == nil)
        let outside = "[" + String(repeating: #""\"","#, count: 20_000) + "1]"
        #expect(NielsenInput.refusal(ofText: outside, "metadata") != nil)
    }

    @Test(arguments: [99, 100, 101])
    func aHundredRemarksAreKept(_ count: Int) {
        let remarks = ConfigurationReader.Remarks()
        for number in 0..<count { remarks.add("\(number)") }
        #expect(remarks.all == (0..<min(count, 100)).map { "\($0)" })
    }

    // MARK: - Types of metadata

    /// Metadata, and whether something is found about its type.
    @Test(
        arguments: [
            (["type": "content"], false), ([:], true), (["type": ""], true), (["type": " "], true),
            // The short form for watermarked streams has no type.
            (["adModel": "1"], false), (["channelName": "C"], false), (["channelname": "C"], false),
            (["type": "", "adModel": "1"], false), (["type": "radio"], true), (["type": "Content"], true),
        ] as [([String: String], Bool)]
    )
    func aTypeIsNeededExceptOfAStream(_ values: [String: String], _ isFound: Bool) {
        var issues: [NielsenValidationIssue] = []
        let metadata = NielsenMetadata(values, issues: &issues)
        #expect(metadata != nil)
        #expect(metadata?.values["type"] == metadata?.type.rawValue)
        #expect(issues.contains { $0.key == "type" } == isFound)
        // What was reported before is not reported again.
        guard isFound, values["type"].map(NielsenText.isBlank) ?? true else { return }
        var again: [NielsenValidationIssue] = []
        _ = NielsenMetadata(values, reported: NielsenMetadataKeys(.type), issues: &again)
        #expect(!again.contains { $0.key == "type" })
    }

    @Test func anUnknownTypeIsNotMeasured() {
        var issues: [NielsenValidationIssue] = []
        #expect(NielsenMetadata(["type": "no such type"], issues: &issues) == nil)
        #expect(issues.map(\.key) == ["type"])
        #expect(NielsenMetadata.lane(of: ["type": "no such type"]) == nil)
        #expect(NielsenMetadata.lane(of: ["type": "static"]) == .static)
        #expect(NielsenMetadata.lane(of: [:]) == .content)
        var missing: [NielsenValidationIssue] = []
        var empty: [NielsenValidationIssue] = []
        _ = NielsenMetadata([:], issues: &missing)
        _ = NielsenMetadata(["type": ""], issues: &empty)
        let rules = [missing, empty].map { $0.first { $0.key == "type" }?.rule }
        #expect(rules[0] != rules[1])
    }

    // MARK: - Playheads

    /// A position in a `trackEvent`, the largest one that is allowed, and what is read.
    @Test(
        arguments: [
            ("0", 100_000_000_000, 0, []), ("100000000000", 100_000_000_000, 100_000_000_000, []),
            ("100000000001", 100_000_000_000, nil, ["PLAYHEAD_MILLISECONDS"]),
            ("999999999999", 100_000_000_000, nil, ["PLAYHEAD_MILLISECONDS"]),
            ("1000000000000", 100_000_000_000, 1_000_000_000, ["PLAYHEAD_MILLISECONDS"]),
            ("9999999999999", 100_000_000_000, 9_999_999_999, ["PLAYHEAD_MILLISECONDS"]),
            ("10000000000000", 100_000_000_000, nil, ["PLAYHEAD_MILLISECONDS"]),
            ("-1", 100_000_000_000, nil, ["PLAYHEAD_NEGATIVE"]),
            ("1.5", 100_000_000_000, nil, ["PLAYHEAD_NOT_INTEGER"]),
            // Seconds out of milliseconds have the same limit.
            ("1000000000000", 1_000_000_000, 1_000_000_000, ["PLAYHEAD_MILLISECONDS"]),
            ("1000000001000", 1_000_000_000, nil, ["PLAYHEAD_MILLISECONDS"]),
            ("5", 5, 5, []), ("6", 5, nil, ["PLAYHEAD_MILLISECONDS"]),
        ] as [(String, Int64, Int64?, [String])]
    )
    func aPlayheadIsReadUpToItsLimit(_ text: String, _ limit: Int64, _ position: Int64?, _ rules: [String]) {
        var reader = NielsenTrackEventReader(mode: .strict, maximumPlayhead: limit)
        let event: [String: Any] = [
            "event": "playhead", "playheadPosition": text, "metadata": ["content": ["type": "content"]],
        ]
        let read = reader.read(NielsenTrackEvent.Source(event))
        #expect(read?.playhead == position)
        #expect(reader.findings.map(\.rule) == rules)
        #expect(reader.findings.contains { $0.severity == .error } == (position == nil))
    }

    /// Dictionaries of up to sixteen members are cast at once; more are asked member by member, with the same result.
    @Test(arguments: [1, 15, 16, 17, 40])
    func aDictionaryOfAnySizeIsReadAlike(_ count: Int) {
        var members: [AnyHashable: Any] = ["event": "pause"]
        for number in 1..<max(2, count) { members["key\(number)"] = "x" }
        let source = NielsenTrackEvent.Source(members)
        #expect(source.count == max(2, count))
        #expect(Set(source.names) == Set(members.keys.compactMap { $0.base as? String }))
        #expect(source.members.count == source.count)
        #expect(source["event"] as? String == "pause")
        #expect(source["nothing"] == nil)
        members[7] = "not a name"
        #expect(NielsenTrackEvent.Source(members).names.count == max(2, count))
    }
}
