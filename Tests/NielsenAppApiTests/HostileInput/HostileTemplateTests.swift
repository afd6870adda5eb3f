// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// Templates of ping addresses that nobody would write.
struct HostileTemplateTests {
    private static let names = ["a", "b"]
    private static let sample = "http://x/?a=[a||'b']&c=[(a+b)]&d=|!a!|&e=[<{a}{b}>.0,10]&f=[upper((a||b)+a)]\\[&g=\\|"

    private func template(_ text: String) -> Result<NamedPingTemplate, NielsenPingTemplateError> {
        do {
            return .success(try NamedPingTemplate(text, names: Self.names))
        } catch {
            return .failure(error)
        }
    }

    /// A template that is taken can be rendered; the error of one that is not is short and lies inside of it.
    private func check(_ text: String) -> NielsenPingTemplateError? {
        switch template(text) {
        case .success(let template):
            _ = try? template.render(["a": .text("A"), "b": .integer(.min)])
            _ = try? template.render([:])
            return nil
        case .failure(let error):
            #expect((0...text.utf8.count).contains(error.position))
            #expect(error.description.utf8.count < 500)
            return error
        }
    }

    @Test func theSampleIsTaken() throws {
        let rendered = try NamedPingTemplate(Self.sample, names: Self.names).render(["a": .text("A/")])
        #expect(rendered.hasPrefix("http://x/?a=A/&c=A%2F&d=A/&e="))
        #expect(rendered.hasSuffix("\\[&g=|") == false && rendered.hasSuffix("[&g=|"))
    }

    @Test func everyCutAndEveryOtherByteIsTakenOrAnErrorWithItsPlace() {
        let bytes = Array(Self.sample.utf8)
        for place in bytes.indices {
            _ = check(String(decoding: bytes.prefix(place), as: UTF8.self))
            for byte in Array("[]|!(<{a\u{0}".utf8) + [0xff] {
                var other = bytes
                other[place] = byte
                _ = check(String(decoding: other, as: UTF8.self))
            }
        }
    }

    @Test(arguments: ["]", "!|", "[a", "[a)", "[(a]", "|!a", "|!a]", "[<{a>]", "[<{a}]", "['a]", "[upper(a]", "[a||]"])
    func unbalancedTemplatesAreErrors(_ text: String) {
        #expect(check(text) != nil)
        #expect(check(String(repeating: text, count: 2_000)) != nil)
    }

    @Test func nestingHasALimitOfItsOwn() {
        for (open, close) in [("(", ")"), ("upper(", ")"), ("<{", "}>"), ("a||(", ")"), ("a+(", ")")] {
            func nested(_ depth: Int) -> String {
                "[" + String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth) + "]"
            }
            #expect(check(nested(20)) == nil)
            for depth in [40, 2_000] {
                #expect(check(nested(depth))?.reason == .tooDeep, "\(open) \(depth)")
            }
        }
    }
}
