// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubRecording
import NielsenAppApi
import Testing

/// Lines byte by byte, and the words that stand for values in them.
struct LineTextTests {
    private func text(_ fill: (inout LineText) -> Void) -> String {
        var text = LineText()
        fill(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test func aLineHasItsMembersInTheirOrder() {
        var first = LineText()
        first.begin("kind", "call")
        first.add("n", Int64(7))
        first.add("isOne", true)
        first.add("isNone", false)
        first.add("name", "a\"b")
        first.add("value", JSONValue.array([nil, 1, -2.5, "x", [], [:], [true]]))
        first.add("object", ["b": 1, "a": ["c": []]] as JSONObject)
        first.end()
        #expect(
            String(decoding: first.bytes, as: UTF8.self).hasPrefix(
                "{\"kind\":\"call\",\"n\":7,\"isOne\":true,\"isNone\":false,\"name\":\"a\\\"b\","
                    + "\"value\":[null,1,-2.5,\"x\",[],{},[true]],\"object\":{"
            )
        )
        #expect(first.lines == 1)
        var both = LineText()
        both.append(lines: first)
        both.append(lines: first)
        #expect(both.lines == 2 && both.bytes == first.bytes + first.bytes)
        #expect(LineText().lines == 0 && LineText().bytes.isEmpty)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("\"", "\\\""), ("\\", "\\\\"), ("a\nb\rc\td", "a\\nb\\rc\\td"),
        ("\u{0}", "\\u0000"), ("\u{9}", "\\t"), ("\u{b}", "\\u000b"), ("\u{f}", "\\u000f"),
        ("\u{10}", "\\u0010"),
        ("\u{19}", "\\u0019"), ("\u{1a}", "\\u001a"), ("\u{1f}", "\\u001f"), (" ", " "), ("!", "!"),
        ("\u{7f}", "\u{7f}"), ("é\u{1}ü", "é\\u0001ü"), ("\"x\"", "\\\"x\\\""),
    ])
    func aTextIsEscapedWhereItMust(_ value: String, _ written: String) throws {
        let found = text { line in
            line.begin("k", "v")
            line.add("t", value)
            line.end()
        }
        #expect(found == "{\"k\":\"v\",\"t\":\"\(written)\"}\n")
        #expect(try JSONObject(jsonText: found)["t"]?.stringValue == value)
    }

    @Test(arguments: [
        (Double.infinity, "null"), (-.infinity, "null"), (.nan, "null"), (0.5, "0.5"),
        (1e300, "1e+300"),
    ])
    func numbersThatJSONHasNotAreNull(_ value: Double, _ written: String) {
        #expect(
            text { $0.append(["a": .double(value), "a\"": 1] as JSONObject) }.contains("\"a\":\(written)")
        )
    }

    // MARK: - Words

    private func redactor(_ keys: Set<String> = [], digits: Int = 8, salt: UInt64 = 5) -> Redactor {
        Redactor(RecordingOptions(redactedKeys: keys), salt: salt, digits: digits)
    }

    @Test(arguments: [(0, 8), (8, 8), (9, 9), (64, 64), (65, 64)])
    func aWordHasEightToSixtyFourDigits(_ digits: Int, _ count: Int) throws {
        var redactor = redactor(digits: digits)
        let word = redactor.word("Ada")
        #expect(word.hasPrefix("redacted-") && word.count == "redacted-".count + count)
        #expect(redactor.word("Ada") == word && redactor.word(word) == word)
        #expect(redactor.word("Bob") != word)
        var other = self.redactor(digits: digits, salt: 6)
        #expect(other.word("Ada") != word)
    }

    /// Values of eight bytes are looked for in others, of the last 64 that are known.
    @Test func whatIsKnownIsReplacedWhereverItOccurs() {
        var redactor = redactor()
        redactor.learn(["1234567", "12345678"])
        let word = redactor.word("12345678")
        #expect(redactor.text("x1234567") == "x1234567")
        #expect(redactor.text("12345678") == word)
        #expect(redactor.text("a 12345678, 12345678") == "a \(word), \(word)")
        redactor.learn((0..<63).map { "secret-number-\(100 + $0)" })
        #expect(redactor.text("12345678") == word)
        redactor.learn(["secret-number-100"])
        #expect(redactor.text("12345678") == word)
        redactor.learn(["another-secret"])
        #expect(redactor.text("12345678") == "12345678")
        #expect(redactor.text("secret-number-100").hasPrefix("redacted-"))
        var open = Redactor(RecordingOptions(replacesIdentifiers: false), salt: 5)
        open.learn(["12345678"])
        #expect(open.text("12345678") == "12345678" && !open.isActive)
    }

    @Test func membersAreReplacedByTheirName() {
        var redactor = redactor(["Title"])
        let object: JSONObject = [
            "UID2": "x", "title": 7, "email": "", "mid": nil, "idfa": ["a", ["b"], ["other": "c"]],
            "other": "d",
            "deep": ["TITLE": true, "name": "e"],
        ]
        func word(_ value: String) -> JSONValue { .string(redactor.word(value)) }
        let expected: JSONObject = [
            "UID2": word("x"), "title": word("7"), "email": "", "mid": nil,
            "idfa": [word("a"), [word("b")], ["other": "c"]], "other": "d",
            "deep": ["TITLE": word("true"), "name": "e"],
        ]
        #expect(redactor.object(object) == expected)
        #expect(redactor.value(.object(object)) == .object(expected))
        #expect(
            redactor.value("x", of: "Nuid") == word("x") && redactor.value("x", of: "nothing") == "x"
        )
        // In a configuration these are the names of parameters; what the app has named is replaced there as well.
        let configuration = redactor.configuration(object)
        #expect(configuration["UID2"] == "x" && configuration["title"] == word("7"))
        #expect(configuration["deep"] == ["TITLE": word("true"), "name": "e"])
        #expect(redactor.isActive)
    }

    /// The parameter is replaced in its place alone, however many have its value.
    @Test func aParameterIsReplacedInItsPlace() {
        var redactor = Redactor(
            RecordingOptions(replacesIdentifiers: false, redactedKeys: ["b", "none"]),
            salt: 5
        )
        let ping = RedactedPing(
            "http://127.0.0.1:8642/other?a=A%20B&b=A%20B&&c&b2=A%20B",
            body: "{\"b\": \"A B\"}",
            ["id": "p", "url": "before"],
            NielsenConfiguration(),
            &redactor
        )
        let word = redactor.word("A B")
        #expect(ping.template == "")
        #expect(ping.values.first { $0.name == "b" }?.value == word)
        #expect(ping.values.first { $0.name == "a" }?.value == "A B")
        #expect(
            ping.json == [
                "id": "p", "url": .string("http://127.0.0.1:8642/other?a=A%20B&b=\(word)&&c&b2=A%20B"),
                "body": "{\"b\": \"A B\"}",
            ]
        )
    }
}
