// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubServer
import Testing

struct RequestTargetTests {
    @Test func parametersKeepTheirOrderAndTheirDoubles() throws {
        let target = try RequestTarget("/cgi-bin/gn?b=1&a=x%20y&b=2&empty=&none&c=a%3Db=c")
        #expect(target.path == "/cgi-bin/gn")
        #expect(target.query == "b=1&a=x%20y&b=2&empty=&none&c=a%3Db=c")
        #expect(
            target.parameters == [
                .init("b", "1"), .init("a", "x y"), .init("b", "2"), .init("empty", ""), .init("none", ""),
                .init("c", "a=b=c"),
            ]
        )
        #expect(target.parameter("b") == "1")
    }
}
