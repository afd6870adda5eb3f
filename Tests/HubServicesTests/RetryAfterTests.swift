// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

struct RetryAfterTests {
    private static func retryAfter(_ text: String, date: String? = nil) throws -> Duration? {
        var headers: HTTPHeaders = ["Retry-After": text]
        headers["Date"] = date
        let url = try #require(URL(string: "http://127.0.0.1/"))
        return HTTPResponse(status: 503, headers: headers, url: url).retryAfter
    }

    @Test(arguments: [
        ("0", 0), ("120", 120), (" 7 ", 7), ("4294967295", 4_294_967_295), ("99999999999", 4_294_967_295),
    ])
    func secondsAreRead(text: String, seconds: Int64) throws {
        #expect(try Self.retryAfter(text) == .seconds(seconds))
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:07 GMT", 30),
        ("Fri, 01 Mar 2024 00:00:00 GMT", "Thu, 29 Feb 2024 23:59:59 GMT", 1),
        ("Wed, 01 Mar 2023 00:00:00 GMT", "Tue, 28 Feb 2023 23:59:59 GMT", 1),
        ("Thu, 01 Jan 1970 00:01:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", 60),
        ("Sat, 01 Jan 2000 00:00:00 GMT", "Fri, 31 Dec 1999 00:00:00 GMT", 86_400),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:00:00 GMT", 0),
    ])
    func datesAreComparedWithTheServersOwn(text: String, date: String, seconds: Int64) throws {
        #expect(try Self.retryAfter(text, date: date) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nuv 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func whatIsNeitherIsNotRead(text: String) throws {
        #expect(try Self.retryAfter(text, date: "Sun, 06 Nov 1994 08:49:37 GMT") == nil)
    }

    @Test func aDateWithoutTheServersOwnIsNotRead() throws {
        #expect(try Self.retryAfter("Sun, 06 Nov 1994 08:49:37 GMT") == nil)
    }
}
