// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

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

    /// What may not be asked is logged, and its parameters identify a user.
    @Test(arguments: ["http://anna:secret@a.example/x?id=secret#secret", "ftp://a.example/x?id=secret"])
    func anAddressThatIsRefusedIsNotToldWhole(_ text: String) async throws {
        let request = HTTPRequest.get(try url(text))
        let outcome: Result<HTTPResponse, HTTPError> = await withCheckedContinuation { continuation in
            SystemHTTPClient().send(request) { continuation.resume(returning: $0) }
        }
        guard case .failure(let error) = outcome else {
            Issue.record("it was sent")
            return
        }
        #expect(error.description.contains("a.example/x"))
        #expect(!error.description.contains("secret"))
    }

    /// The status of a redirect, and whether it repeats what was posted.
    @Test(arguments: [(301, false), (302, false), (303, false), (307, true), (308, true)])
    func aPostIsRepeatedWhereTheServerAsksForIt(_ status: Int, _ isRepeated: Bool) throws {
        let headers: HTTPHeaders = ["A": "b", "Content-Type": "application/json"]
        let request = HTTPRequest(.post, try url("https://a.example/x"), headers: headers, body: Data(#"{"a":1}"#.utf8))
        let response = HTTPResponse(status: status, headers: ["Location": "/y"], url: request.url)
        #expect(response.redirectLocation == "/y")
        let next = try #require(request.redirected(by: response, to: "/y"))
        #expect(next.method == (isRepeated ? .post : .get))
        #expect(next.body == (isRepeated ? Data(#"{"a":1}"#.utf8) : nil))
        #expect(next.headers == (isRepeated ? headers : ["A": "b"]))
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
}
