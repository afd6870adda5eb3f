// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

struct TemplateTests {
    private static let names = ["a", "b", "c", "none", "url", "number", "percent", "title_content", "title_ad"]
    private static let values: [String: NielsenPingValue] = [
        "a": .text("A"), "b": .text("b c"), "c": .text("C&D"), "url": .text("https://x/?q=1&r=é"),
        "number": .integer(-42), "title_content": .text("film"), "title_ad": .text("soap"),
        "percent": .text("50% off %41 %4"),
    ]

    private func template(_ text: String, seed: String = "") throws -> NamedPingTemplate {
        try NamedPingTemplate(text, names: Self.names, hashSeed: seed)
    }

    @Test(arguments: [
        ("", ""),
        ("plain & text?", "plain & text?"),
        ("x=|!a!|", "x=A"),
        ("x=[a]&y=[none]&z=", "x=A&y=&z="),
        ("[number]", "-42"),
        // Encoding, once and twice; without it only what no URL can hold is escaped.
        ("[c]", "C&D"),
        ("[(c)]", "C%26D"),
        ("[((c))]", "C%2526D"),
        ("[b]", "b%20c"),
        ("[(url)]", "https%3A%2F%2Fx%2F%3Fq%3D1%26r%3D%C3%A9"),
        ("[url]", "https://x/?q=1&r=%C3%A9"),
        // A percent sign that begins no escape is one.
        ("[percent]", "50%25%20off%20%41%20%254"),
        ("[(percent)]", "50%25%20off%20%2541%20%254"),
        // Concatenation leaves empty operands out, together with the delimiter.
        ("[a+c]", "A_C&D"),
        ("[a+none+c]", "A_C&D"),
        ("[none+a]", "A"),
        ("[a+none]", "A"),
        ("[none+none]", ""),
        ("[(a+c)]", "A_C%26D"),
        ("[a+(c)]", "A_C%26D"),
        // The first that is not empty.
        ("[a||c]", "A"),
        ("[none||c]", "C&D"),
        ("[none||none||'NA']", "NA"),
        ("[none||none]", ""),
        ("[none+none||a+b]", "A_b%20c"),
        ("[(none||c)]", "C%26D"),
        ("|!none||'x'!|", "x"),
        ("[(a||none)||c]", "A"),
        ("[a||c]-[none||c]", "A-C&D"),
        // Hashes.
        ("[<{a}>]", "7fc56270e7a70fa81a5935b72eacbe29"),
        ("[<{a}>.0,10]", "7fc56270e7"),
        ("[<{a}{none}>.30,10]", "29"),
        ("[<{a}>.40,2]", ""),
        ("[none||<{a}>.0,4]", "7fc5"),
        ("[md5(a)]", "7fc56270e7a70fa81a5935b72eacbe29"),
        ("[sha1(a)]", "6dcd4ce23d88e2ee9568ba546c007c63d9131c1b"),
        ("[sha256(a)]", "559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd"),
        ("[lower(a)][upper(b)]", "aB%20C"),
        ("[upper((c))]", "C%26D"),
        // Lanes are names of their own.
        ("[title_content]/[title_ad]", "film/soap"),
        // Brackets as text.
        ("\\[a\\]\\|!\\\\", "[a]|!\\"),
    ])
    func aTemplateRenders(_ text: String, _ rendered: String) throws {
        #expect(try template(text).render(Self.values) == rendered)
    }

    @Test func theSeedIsHashedFirst() throws {
        #expect(try template("[<{a}>]", seed: "xyz").render(Self.values) == HashAlgorithm.md5.hex(of: "xyzA"))
    }

    @Test(arguments: [
        ("x=[a", NielsenPingTemplateError.Reason.unbalanced("["), 2),
        ("|!a", .unbalanced("|!"), 0),
        ("a]", .unbalanced("]"), 1),
        ("a!|", .unbalanced("!|"), 1),
        ("[(a]", .unexpected("]"), 3),
        ("[(a", .unbalanced("("), 1),
        ("[<{a>]", .unexpected(">"), 4),
        ("[<{a}", .unbalanced("<"), 1),
        ("[<a>]", .unexpected("a"), 2),
        ("['x]", .unbalanced("'"), 1),
        ("ab[]", .emptyName, 3),
        ("|!!|", .emptyName, 2),
        ("[a+]", .emptyName, 3),
        ("[a||]", .emptyName, 4),
        ("[a&b]", .unexpected("&"), 2),
        ("[&]", .unexpected("&"), 1),
        ("[nobody]", .unknownName("nobody"), 1),
        ("[a+(nobody)]", .unknownName("nobody"), 4),
        ("[reverse(a)]", .unknownFunction("reverse"), 1),
        ("[<{a}>.x,1]", .malformedSlice, 7),
        ("[<{a}>.1]", .malformedSlice, 8),
        ("[" + String(repeating: "(", count: 40) + "a", .tooDeep, 33),
    ])
    func aWrongTemplateIsAnErrorWithItsPosition(
        _ text: String,
        _ reason: NielsenPingTemplateError.Reason,
        _ position: Int
    ) {
        #expect(throws: NielsenPingTemplateError(reason, at: position)) { try template(text) }
    }

    @Test func anEmptyMandatoryValueIsNamed() throws {
        let template = try template("x=|!a!|&y=|!none!|&z=[none]")
        do {
            _ = try template.render(Self.values)
            Issue.record("it rendered")
        } catch {
            #expect(error.name == "none")
        }
    }

    /// Whatever is written, parsing ends with a template or with an error.
    @Test func anyTextIsParsedOrRefused() {
        let pieces = [
            "[", "]", "|!", "!|", "(", ")", "{", "}", "<", ">", "a", "+", "||", "'", ".0,10", "\\", "é", "lower",
        ]
        var state: UInt64 = 1
        var parsed = 0
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<8 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            if let template = try? template(text), (try? template.render(Self.values)) != nil { parsed += 1 }
        }
        #expect(parsed > 0)
    }
}
