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
        ("[none+a]", "A"),
        ("[(a+c)]", "A_C%26D"),
        // The first that is not empty.
        ("[a||c]", "A"),
        ("[none||c]", "C&D"),
        ("[none||none||'NA']", "NA"),
        // Hashes.
        ("[<{a}>]", "7fc56270e7a70fa81a5935b72eacbe29"),
        ("[<{a}>.0,10]", "7fc56270e7"),
        ("[<{a}{none}>.30,10]", "29"),
        ("[md5(a)]", "7fc56270e7a70fa81a5935b72eacbe29"),
        ("[sha1(a)]", "6dcd4ce23d88e2ee9568ba546c007c63d9131c1b"),
        ("[sha256(a)]", "559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd"),
        ("[lower(a)][upper(b)]", "aB%20C"),
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
        ("a]", .unbalanced("]"), 1),
        ("[(a]", .unexpected("]"), 3),
        ("[<{a>]", .unexpected(">"), 4),
        ("['x]", .unbalanced("'"), 1),
        ("ab[]", .emptyName, 3),
        ("[a+]", .emptyName, 3),
        ("[a&b]", .unexpected("&"), 2),
        ("[nobody]", .unknownName("nobody"), 1),
        ("[reverse(a)]", .unknownFunction("reverse"), 1),
        ("[<{a}>.x,1]", .malformedSlice, 7),
        ("[" + String(repeating: "(", count: 40) + "a", .tooDeep, 33),
    ])
    func aWrongTemplateIsAnErrorWithItsPosition(
        _ text: String,
        _ reason: NielsenPingTemplateError.Reason,
        _ position: Int
    ) {
        #expect(throws: NielsenPingTemplateError(reason, at: position)) { try template(text) }
    }
}
