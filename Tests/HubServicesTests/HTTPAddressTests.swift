// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HubServices

/// Which addresses are asked, and what of a request goes along where a server redirects it.
@Suite struct HTTPAddressTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(arguments: [
        ("http://localhost/", true), ("http://LOCALHOST:80/", true), ("http://localhost./", true),
        ("http://a.localhost/", true), ("http://alocalhost/", false), ("http://localhost.example/", false),
        ("http://127.0.0.1/", true), ("http://127.255.255.255/", true), ("http://127.0.0.1./", true),
        ("http://127.0.0.256/", false), ("http://127.0.0/", false), ("http://127.0.0.0.1/", false),
        ("http://126.0.0.1/", false), ("http://128.0.0.1/", false), ("http://127.0.0.1.example/", false),
        ("http://127.example.0.1/", false), ("http://[::1]/", true), ("http://[::1]:8080/", true),
        ("http://[::2]/", false), ("file:///etc", false),
    ])
    func thisMachineIsKnownByItsNames(_ text: String, _ isLoopback: Bool) throws {
        #expect(try url(text).isLoopback == isLoopback)
    }

    /// Whatever is filled in, and whoever is named before an at sign, the request stays on this machine.
    @Test(arguments: [
        ("http://localhost", true), ("http://LOCALHOST:80?[a]", true), ("http://127.0.0.1:8642/[a]", true),
        ("http://127.0.0.2#a", true), ("https://[::1]:1/|!a!|", true), ("http://[::1]", true), ("localhost", false),
        ("http://", false), ("http://a.example/", false), ("http://a.example?http://localhost", false),
        // A user name is no host, and a placeholder is any.
        ("http://127.0.0.1:x@a.example/", false), ("http://127.0.0.1@a.example/", false),
        ("http://localhost:80@a.example/", false), ("http://[::1]:80@a.example/", false),
        ("http://[::1]1/", false), ("http://127.0.0.1/:@a.example/", true),
        ("http://[::1].a.example/", false), ("http://[::1]a.example/", false), ("http://[::2]/", false),
        ("http://[a]/", false), ("http://[a].localhost/", false), ("http://localhost[a]/", false),
        ("http://localhost:[a]/", false), ("http://localhost:|!a!|/", false), ("http://{a}.localhost/", false),
        ("http://127.0.0.1\\@a.example/", false), ("http://127.0.0.1:8\u{661}/", false),
    ])
    func aTemplateLeadsToThisMachineWhereNothingInItLeadsAnywhereElse(_ template: String, _ isHere: Bool) {
        #expect(EndpointPolicy.isThisMachine(template: template) == isHere)
    }

    @Test(arguments: [
        ("https://a.example/", false, true), ("http://a.example/", false, false), ("http://a.example/", true, true),
        ("HTTP://a.example/", false, false), ("http://localhost/", false, true), ("ftp://a.example/", false, true),
    ])
    func plainHTTPLeadsToThisMachineAlone(_ text: String, _ allowsInsecure: Bool, _ isAllowed: Bool) throws {
        let refusal = EndpointPolicy.refusal(of: try url(text), allowsInsecure: allowsInsecure)
        let reason = "http: to another machine can be read and changed on its way; use https:, or allowsInsecure"
        #expect(refusal == (isAllowed ? nil : reason))
    }

    @Test func aRequestSaysWhyItIsNotSent() throws {
        func defect(_ text: String, _ change: (inout HTTPRequest) -> Void = { _ in }) throws -> String? {
            var request = HTTPRequest.get(try url(text))
            change(&request)
            return request.firstDefect
        }
        #expect(try defect("https://a.example/") == nil)
        #expect(try defect("HTTPS://a.example/") == nil)
        #expect(try defect("ftp://a.example/") == "ftp://a.example/ is not an http: or https: URL")
        #expect(try defect("a/b") == "a/b is not an http: or https: URL")
        #expect(try defect("https:///x") == "https:///x names no host")
        #expect(try defect("http://a.example/")?.hasPrefix("http://a.example/: http: to another machine") == true)
        #expect(try defect("http://a.example/") { $0.allowsInsecure = true } == nil)
        #expect(try defect("https://a.example/") { $0.limits.timeout = .nanoseconds(1) } == nil)
        #expect(try defect("https://a.example/") { $0.limits.timeout = .zero }?.hasPrefix("the timeout of ") == true)
        #expect(try defect("https://a.example/") { $0.limits.bodyBytes = 0 } == nil)
        #expect(
            try defect("https://a.example/") { $0.limits.bodyBytes = -1 } == "the body limit of -1 bytes is negative"
        )
        #expect(try defect("https://a.example/") { $0.headers["X-1_b.c"] = "" } == nil)
        for name in ["", "a b", "a:", "ä", "a\n"] {
            #expect(try defect("https://a.example/") { $0.headers[name] = "x" } != nil, "\(name)")
        }
        #expect(
            try defect("https://a.example/") { $0.headers = ["A": "x", "B": "a\nb"] }
                == "the value of the header B holds a line break or another control character"
        )
    }

    /// The status of a redirect, and whether it repeats what was posted.
    @Test(arguments: [(301, false), (302, false), (303, false), (307, true), (308, true)])
    func aPostIsRepeatedWhereTheServerAsksForIt(_ status: Int, _ isRepeated: Bool) throws {
        let request = HTTPRequest.post(["a": 1], to: try url("https://a.example/x"), headers: ["A": "b"])
        let response = HTTPResponse(status: status, headers: ["Location": "/y"], url: request.url)
        #expect(response.redirectLocation == "/y")
        let next = try #require(request.redirected(by: response, to: "/y"))
        #expect(next.method == (isRepeated ? .post : .get))
        #expect(next.body == (isRepeated ? Data(#"{"a":1}"#.utf8) : nil))
        #expect(next.headers == (isRepeated ? ["A": "b", "Content-Type": "application/json"] : ["A": "b"]))
    }

    @Test(arguments: [200, 300, 304, 305, 306, 309])
    func otherStatusesLeadNowhere(_ status: Int) throws {
        let response = HTTPResponse(status: status, headers: ["Location": "/y"], url: try url("https://a.example/x"))
        #expect(response.redirectLocation == nil)
    }

    /// Where a redirect leads, and whether what proves who is asking goes along.
    @Test(arguments: [
        ("/y", true), ("https://a.example/y", true), ("https://b.example/y", false), ("https://a.example:444/y", false),
    ])
    func proofsGoToTheSameServerAlone(_ location: String, _ isKept: Bool) throws {
        let headers: HTTPHeaders = ["Authorization": "secret", "Cookie": "c", "Accept": "*/*"]
        let request = HTTPRequest.get(try url("https://a.example/x"), headers: headers)
        let response = HTTPResponse(status: 302, url: request.url)
        let next = try #require(request.redirected(by: response, to: location))
        #expect(next.headers == (isKept ? headers : ["Accept": "*/*"]))
    }

    @Test func aPlainRedirectToAnotherMachineNeedsItsPermission() throws {
        var request = HTTPRequest.get(try url("http://127.0.0.1/x"))
        let response = HTTPResponse(status: 302, url: request.url)
        #expect(request.redirected(by: response, to: "http://a.example/") == nil)
        request.allowsInsecure = true
        #expect(request.redirected(by: response, to: "http://a.example/")?.url.absoluteString == "http://a.example/")
    }

    @Test func aContentTypeOfOnesOwnIsKept() throws {
        let request = HTTPRequest.post(1, to: try url("https://a.example/"), headers: ["content-type": "text/plain"])
        #expect(request.headers.fields.map(\.value) == ["text/plain"])
        #expect(request.method == .post)
        #expect(HTTPRequest.get(request.url).method == .get)
    }

    @Test func fieldsAreReplacedAndRemovedWhateverTheirCase() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "C": "3"]
        headers["b"] = "4"
        headers["a"] = nil
        headers["none"] = nil
        #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["b=4", "C=3"])
        #expect(headers["B"] == "4")
        #expect(HTTPHeaders([("A", "1"), ("a", "2")]).fields.map(\.value) == ["2"])
    }

    @Test func whatWasValidatedIsAskedForAndKept() throws {
        let response = HTTPResponse(
            status: 200,
            headers: ["etag": "\"1\"", "last-modified": "yesterday"],
            url: try url("https://a.example/")
        )
        let validators = HTTPValidators(of: response)
        #expect(validators.requestHeaders == ["If-None-Match": "\"1\"", "If-Modified-Since": "yesterday"])
        var entry: JSONObject = ["url": "x", "etag": "old"]
        validators.add(to: &entry)
        #expect(entry == ["url": "x", "etag": "\"1\"", "lastModified": "yesterday"])
        #expect(HTTPValidators(entry: entry) == validators)
        #expect(!validators.isEmpty)
        #expect(!HTTPValidators(etag: "x").isEmpty && !HTTPValidators(lastModified: "x").isEmpty)
        #expect(HTTPValidators().isEmpty && HTTPValidators().requestHeaders.fields.isEmpty)
        // Whatever a file says is not sent as it is.
        #expect(HTTPValidators(etag: "a\r\nb", lastModified: "c\u{7F}").isEmpty)
        HTTPValidators().add(to: &entry)
        #expect(entry == ["url": "x"])
    }

    @Test(arguments: [(199, false), (200, true), (299, true), (300, false)])
    func aSuccessIsAStatusOfTheTwoHundreds(_ status: Int, _ isSuccess: Bool) throws {
        #expect(HTTPResponse(status: status, url: try url("https://a.example/")).isSuccess == isSuccess)
    }

    private static let refusedRedirect = #"""
        the server redirected to x\u{a}; only https: is followed, and http: within this machine or where \#
        allowsInsecure is set, never from https:
        """#

    @Test(
        arguments: [
            (.invalidRequest("x"), "invalidRequest", "the request cannot be sent: x"),
            (
                .timedOut(after: .milliseconds(1_500)), "timedOut",
                "no complete answer came within 1.5 s; check the network or allow more time"
            ),
            (
                .bodyTooLarge(limit: 7), "bodyTooLarge",
                "the answer is larger than the limit of 7 bytes and was cut off"
            ),
            (
                .headTooLarge(limit: 8), "headTooLarge",
                "the answer's header fields are larger than the limit of 8 bytes"
            ),
            (.malformedAnswer("x"), "malformedAnswer", "the answer is not well-formed HTTP: x"),
            (
                .truncated(receivedBytes: 1, expectedBytes: 2), "truncated",
                "the connection ended after 1 of 2 bytes; ask again"
            ),
            (
                .tooManyRedirects(limit: 3), "tooManyRedirects",
                "the server redirected more than 3 times; ask for the final address"
            ),
            (.redirectRefused(to: "x\n"), "redirectRefused", Self.refusedRedirect),
            (.cancelled, "cancelled", "the request was cancelled"),
            (.connection("x"), "connection", "the connection failed: x"),
        ] as [(HTTPError.Reason, String, String)]
    )
    func eachErrorHasItsCodeAndItsText(_ reason: HTTPError.Reason, _ code: String, _ text: String) {
        let error = HTTPError(reason)
        #expect(error.code.description == code)
        #expect(error.description == text)
    }
}
