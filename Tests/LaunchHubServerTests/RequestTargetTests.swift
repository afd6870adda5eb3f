// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubServer
import Testing

struct RequestTargetTests {
    @Test func parametersKeepTheirOrderAndTheirDoubles() throws {
        let target = try RequestTarget("/cgi-bin/gn?b=1&a=x%20y&b=2&empty=&none&c=a%3Db=c#part")
        #expect(target.path == "/cgi-bin/gn")
        #expect(target.query == "b=1&a=x%20y&b=2&empty=&none&c=a%3Db=c")
        #expect(
            target.parameters == [
                .init("b", "1"), .init("a", "x y"), .init("b", "2"), .init("empty", ""), .init("none", ""),
                .init("c", "a=b=c"),
            ]
        )
        #expect(target.parameter("b") == "1")
        #expect(target.parameter("z") == nil)
    }

    @Test func aPlusStaysAndBadEncodingInAQueryStays() throws {
        let target = try RequestTarget("/?a=1+2&b=50%&c=%zz&d=%ff")
        #expect(target.parameters.map(\.value) == ["1+2", "50%", "%zz", "\u{FFFD}"])
    }

    @Test func anEncodedSlashEndsNoSegment() throws {
        #expect(try RequestTarget("/a%2Fb/%63/").segments == ["a/b", "c", ""])
        #expect(try RequestTarget("/").segments == [""])
    }

    @Test func theFormForProxiesIsRead() throws {
        #expect(try RequestTarget("http://somewhere:80/a/b?c=d").segments == ["a", "b"])
        #expect(try RequestTarget("HTTPS://somewhere/a").path == "/a")
    }

    @Test(arguments: ["", "*", "a/b", "?a=b", "/%", "/%4", "/%zz", "/%00", "/a%0ab", "/%ff", "/%c3%28", "http://host"])
    func aPathThatIsNoneIsRefused(_ text: String) {
        let error = #expect(throws: ServerRefusal.self) { try RequestTarget(text) }
        #expect(error?.status == 400)
    }

    @Test func aRefusalIsOneLineThatReadsAsItIs() {
        #expect(ServerRefusal(400, "a\u{87}b\nc\u{202E}").description == "a\\u{87}b\\u{a}c\\u{202e}")
    }
}
