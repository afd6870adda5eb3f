// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenPings

/// The bytes that templates write: which stay as they are, and what encoding, hashing and cutting make of the others.
struct PingTextTests {
    // MARK: - The buffer

    @Test(
        arguments: [
            (.anywhere, "!$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"),
            (.parameter, "!$%'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"),
            (.fragment, "!#$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"),
            (.unreserved, "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"),
        ] as [(PingBuffer.Legal, String)]
    )
    func eachPlaceHasItsCharacters(_ legal: PingBuffer.Legal, _ characters: String) {
        #expect(String(decoding: (UInt8.min...UInt8.max).filter(legal.holds), as: UTF8.self) == characters)
    }

    @Test func whatIsEncodedLaterMayHoldAnything() {
        #expect((UInt8.min...UInt8.max).allSatisfy(PingBuffer.Legal.everything.holds))
    }

    @Test(
        arguments: [
            (0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (1_234_567_890, "1234567890"), (.max, "9223372036854775807"),
            (.min, "-9223372036854775808"),
        ] as [(Int64, String)]
    )
    func aNumberIsWrittenInDigits(_ number: Int64, _ digits: String) {
        #expect(changed("x", { $0.append(number) }) == "x" + digits)
    }

    private func changed(_ text: String, _ change: (inout PingBuffer) -> Void) -> String {
        var buffer = PingBuffer()
        buffer.append(text, .everything)
        change(&buffer)
        return buffer.text
    }

    @Test(
        arguments: [
            ("a b", 0, .unreserved, "a%20b"), ("a b", 1, .unreserved, "a%20b"), ("a b", 2, .unreserved, "a b"),
            ("a bc d", 4, .unreserved, "a bc%20d"), ("", 0, .unreserved, ""), ("%41", 0, .anywhere, "%41"),
            ("%41", 0, .unreserved, "%2541"), ("%4", 0, .anywhere, "%254"), ("%", 0, .anywhere, "%25"),
            ("%%41", 0, .anywhere, "%25%41"), ("%4g", 0, .anywhere, "%254g"), ("%g4", 0, .anywhere, "%25g4"),
            ("%4 %4", 0, .anywhere, "%254%20%254"), ("%41 ", 0, .anywhere, "%41%20"), ("%F", 0, .anywhere, "%25F"),
            (" %", 0, .anywhere, "%20%25"), ("\u{9}\u{1F}", 0, .anywhere, "%09%1F"),
            ("\u{AA}é", 0, .anywhere, "%C2%AA%C3%A9"),
            ("a&b#c", 0, .parameter, "a%26b%23c"), ("a&b#c", 0, .anywhere, "a&b%23c"), ("a&b#c", 0, .fragment, "a&b#c"),
            ("é %", 0, .everything, "é %25"),
        ] as [(String, Int, PingBuffer.Legal, String)]
    )
    func encodingBeginsAtAPlaceAndKeepsEscapes(
        _ text: String,
        _ start: Int,
        _ legal: PingBuffer.Legal,
        _ encoded: String
    ) {
        #expect(changed(text, { $0.encode(from: start, legal) }) == encoded)
    }

    @Test(
        arguments: [
            (0, 0, 99, "abcdef"), (1, 0, 99, "abcdef"), (1, 1, 2, "acd"), (1, 9, 2, "a"), (1, 0, 0, "a"),
            (0, 5, 1, "f"),
            (0, 5, 2, "f"), (2, 1, .max, "abdef"), (6, 0, 1, "abcdef"),
        ] as [(Int, Int, Int, String)]
    )
    func aPartIsKept(_ start: Int, _ offset: Int, _ length: Int, _ left: String) {
        #expect(changed("abcdef", { $0.slice(from: start, offset: offset, length: length) }) == left)
    }

    @Test func lettersAndNothingElseChangeTheirCase() {
        #expect(changed("aabyz@[`{é", { $0.changeCase(from: 1, toUpper: true) }) == "aABYZ@[`{é")
        #expect(changed("AABYZ@[`{É", { $0.changeCase(from: 1, toUpper: false) }) == "Aabyz@[`{É")
    }

    @Test func aHashReplacesWhatWasWrittenSince() {
        #expect(changed("xA", { $0.hash(from: 1, .md5) }) == "x7fc56270e7a70fa81a5935b72eacbe29")
    }

    // MARK: - Templates

    private static let names = ["a", "b", "none", "percent", "a0z9", "AZ_"]
    private static let values: [String: NielsenPingValue] = [
        "a": .text("A"), "b": .text("b c"), "percent": .text("5%"), "a0z9": .text("1"), "AZ_": .text("2"),
    ]

    @Test(arguments: [
        ("[a+(a||b)]", "A--A"), ("[(a||none)+a]", "A--A"), ("[(none||a)+b]", "A--b%20c"), ("[none+(none||a)]", "A"),
        ("[<{a||none}>.0,4]", "7fc5"), ("[<{none||a}>.0,4]", "7fc5"), ("[<{a}>.9,9]", "7a70fa81a"),
        ("[<{a}>.12,3]", "0fa"), ("[<{a}>.0,9999]", "7fc56270e7a70fa81a5935b72eacbe29"), ("[a0z9][AZ_]", "12"),
        ("[((a||none)+none)||b]", "A"), ("['']", ""), ("[''||a]", "A"), ("['a b']", "a b"),
        ("[a||(b||none)]", "A"), ("[none||(none||b)]", "b%20c"), ("[upper((none||b))+a]", "B%20C--A"),
        ("[(upper(percent))]", "5%25"),
    ])
    func whatIsNestedRenders(_ text: String, _ rendered: String) throws {
        let template = try NamedPingTemplate(text, names: Self.names, delimiter: "--")
        #expect(try template.render(Self.values) == rendered)
    }

    @Test func onlyWhatIsNestedIsDeep() throws {
        let wide = String(repeating: "[(a)]", count: 40)
        #expect(
            try NamedPingTemplate(wide, names: Self.names).render(Self.values) == String(repeating: "A", count: 40)
        )
        for (depth, isRead) in [(31, true), (32, false)] {
            let text = "[" + String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth) + "]"
            #expect(((try? NamedPingTemplate(text, names: Self.names)) != nil) == isRead)
        }
    }

    @Test(
        arguments: [
            ("[a/b]", .unexpected("/"), 2), ("[a:b]", .unexpected(":"), 2), ("[a@b]", .unexpected("@"), 2),
            ("[a`b]", .unexpected("`"), 2), ("[a{b]", .unexpected("{"), 2), ("[<{a}>.0,12345]", .unexpected("5"), 13),
            ("[<{a}>.0,1/]", .unexpected("/"), 10), ("[<{a}>.0,1:]", .unexpected(":"), 10),
            ("[<{a}>./,1]", .malformedSlice, 7), ("[<{a}>.0,]", .malformedSlice, 9), ("[)]", .emptyName, 1),
            ("[é]", .unexpected("byte 195"), 1), ("[\u{1F}]", .unexpected("byte 31"), 1), ("[~]", .unexpected("~"), 1),
            ("[\u{7F}]", .unexpected("byte 127"), 1), ("[ ]", .unexpected(" "), 1), ("|!a!", .unexpected("!"), 3),
            ("|!a|!", .unexpected("|"), 3), ("[upper(a]", .unexpected("]"), 8), ("[upper(a", .unbalanced("("), 6),
            ("x|!a]", .unexpected("]"), 4), ("[none+nobody]", .unknownName("nobody"), 6),
        ] as [(String, NielsenPingTemplateError.Reason, Int)]
    )
    func aFaultHasItsPlace(_ text: String, _ reason: NielsenPingTemplateError.Reason, _ position: Int) {
        #expect(throws: NielsenPingTemplateError(reason, at: position)) {
            try NamedPingTemplate(text, names: Self.names)
        }
    }

    @Test(
        arguments: [
            ("?t=[nol_sendTime]&r=[nol_retry]", 3, 16), ("[(b)][nol_sendTime]", 5, nil), ("[a||b][nol_retry]", nil, 1),
            ("[(nol_sendTime)][(nol_retry)]", nil, nil), ("[upper(nol_sendTime)]", nil, nil),
            ("[<{nol_sendTime}>]", nil, nil),
        ] as [(String, Int?, Int?)]
    )
    func whatIsKnownAtTheSendingHasItsPlace(_ text: String, _ time: Int?, _ retry: Int?) throws {
        var slots = PingVariable.slots
        for name in ["a", "b"] { slots[name] = slots.count }
        var values = [NielsenPingValue](repeating: .none, count: slots.count)
        values[PingVariable.sendTime.slot] = .integer(1_700_000_000)
        values[slots["a", default: 0]] = .text("A")
        values[slots["b", default: 0]] = .text("b c")
        let names = slots
        let context = PingTemplate.Context(
            slot: { names[$0] },
            sendTimeSlot: PingVariable.sendTime.slot,
            retrySlot: PingVariable.retry.slot
        )
        var marks: [Int] = []
        var buffer = PingBuffer()
        let places = try PingTemplate(text, context).render(values, marks: &marks, into: &buffer)
        #expect(places == PingPlaces(sendTime: time, retry: retry))
        #expect(marks == [])
    }

    // MARK: - Addresses

    /// Cuts an address by some bytes, as far as its one parameter lets it.
    @Test(arguments: [
        ("1", 1, ""), ("%82%82", 1, ""), ("1%", 1, "1"), ("xy89", 2, "xy"), ("@%A9", 3, ""), ("a%:9", 3, "a"),
        ("a%39", 3, "a"), ("a%BFb", 1, "a%BF"), ("a%BFb", 2, ""), ("%C3%A9%C3%A9", 1, "%C3%A9"),
    ])
    func aValueIsCutBehindWholeCharacters(_ value: String, _ excess: Int, _ left: String) {
        var buffer = PingBuffer()
        buffer.append("https://x/?a=\(value)", .everything)
        let fitting = PingAddressLimit(maximum: buffer.count - excess).fit(buffer, cutting: ["a"], PingPlaces())
        #expect(fitting.text == "https://x/?a=\(left)")
        #expect(fitting.cut == ["a"])
    }

    @Test func placesMoveWithWhatIsCutBeforeThem() {
        let url = "https://x/?a=12345&t=1700000000&b=9&r=0"
        var buffer = PingBuffer()
        buffer.append(url, .everything)
        let fitting = PingAddressLimit(maximum: url.utf8.count - 4).fit(
            buffer,
            cutting: ["a", "b", "t", "r"],
            PingPlaces(sendTime: 21, retry: 38)
        )
        #expect(fitting.text == "https://x/?a=1&t=1700000000&b=9&r=0")
        #expect(fitting.places == PingPlaces(sendTime: 17, retry: 34))
        #expect(fitting.cut == ["a"])
    }

    // MARK: - Fields

    @Test(
        arguments: [
            ("c61=[nol_a]", "c61", "[nol_a]", ["nol_a"]), ("[nol_a]ci=x", "ci", "x", ["nol_a"]),
            ("a=b=c", "a", "b=c", []), ("nol_a", "nol_a", "", []), ("=nol_a", "", "nol_a", ["nol_a"]),
            ("x=[nol_b]_[nol_a]-[nol_b]", "x", "[nol_b]_[nol_a]-[nol_b]", ["nol_b", "nol_a"]),
            ("x=énol_a", "x", "énol_a", ["nol_a"]), ("nol_b=nol_a", "nol_b", "nol_a", ["nol_a"]),
        ] as [(String, String, String, [String])]
    )
    func aFieldHasAParameterATextAndNames(
        _ template: String,
        _ parameter: String,
        _ text: String,
        _ names: [String]
    ) {
        let field = PingField(template) { $0 == "nol_a" || $0 == "nol_b" }
        #expect(field.parameter == parameter)
        #expect(field.text == text)
        #expect(field.names == names)
    }
}
