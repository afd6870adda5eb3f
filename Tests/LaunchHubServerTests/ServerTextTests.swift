// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import LaunchHubServer

/// What the server reads out of requests, and what it writes of pings, without a connection.
struct ServerTextTests {
    // MARK: - Names

    static let fields: [(field: String, host: String?, port: UInt16?)] = [
        ("localhost", "localhost", nil), ("LOCALHOST:80", "localhost", 80), ("a-b_c.9:65535", "a-b_c.9", 65_535),
        ("[::1]", "[::1]", nil), ("[::1]:0", "[::1]", 0), ("[ABCD::1]:443", "[abcd::1]", 443),
        ("", nil, nil), (":80", nil, nil), ("[]", nil, nil), ("[::1", nil, nil), ("[::1]x", nil, nil),
        ("[::1]80", nil, nil), ("a:", nil, nil), ("a:65536", nil, nil), ("a:+1", nil, nil), ("a:1:2", nil, nil),
        ("a/b", nil, nil), ("a b", nil, nil), ("user@a", nil, nil), ("a::1", nil, nil), ("ä", nil, nil),
    ]

    @Test(arguments: fields)
    func aHostIsReadAsAWhole(field: String, host: String?, port: UInt16?) {
        let authority = Authority(field)
        #expect(authority?.host == host && authority?.port == port)
    }

    @Test(
        arguments: [
            ("http://a", "http", "a", nil), ("https://a:1", "https", "a", 1), ("http://[::1]:80", "http", "[::1]", 80),
            ("ftp://a", nil, nil, nil), ("null", nil, nil, nil), ("http:/a", nil, nil, nil), ("http://", nil, nil, nil),
            ("http://a/", nil, nil, nil),
        ] as [(String, String?, String?, UInt16?)]
    )
    func anOriginHasASchemeAndAHost(_ field: String, _ scheme: String?, _ host: String?, _ port: UInt16?) {
        let origin = Authority.ofOrigin(field)
        #expect(origin?.scheme == scheme && origin?.authority.host == host && origin?.authority.port == port)
    }

    /// Without a port a host has the usual one of its scheme.
    @Test(arguments: [
        ("a", "a", "http", true), ("a:80", "a", "http", true), ("a", "a:80", "http", true),
        ("a:81", "a", "http", false),
        ("a:443", "a", "https", true), ("a", "a:443", "https", true), ("a:80", "a", "https", false),
        ("a:443", "a", "http", false), ("a", "b", "http", false), ("a:1", "a:1", "https", true),
        ("a", "", "http", false),
    ])
    func theUsualPortNeedNotBeNamed(_ one: String, _ other: String, _ scheme: String, _ isSame: Bool) throws {
        #expect(try #require(Authority(one)).isSame(as: Authority(other), scheme: scheme) == isSame)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.0.0.1:1", true), ("[::1]", true), ("localhost", true), ("x.localhost:9", true),
        ("Pings.test", true), ("xlocalhost", false), ("127.0.0.2", false), ("[::2]", false), ("localhost.", false),
        ("", false), ("a.example", false),
    ])
    func namesOfThisMachineAreAccepted(_ field: String, _ isAccepted: Bool) {
        #expect(AcceptedHosts(names: ["pings.TEST"]).accepts(field) == isAccepted)
    }

    /// The fields `Origin` and `Sec-Fetch-Site` of a request for localhost:8642, and whose page sent it.
    @Test(
        arguments: [
            (nil, nil, .none), (nil, "none", .none), (nil, "same-origin", .own), (nil, "same-site", .local),
            (nil, "cross-site", .foreign), ("http://localhost:8642", nil, .own),
            ("http://localhost:8642", "none", .own),
            ("http://localhost:8642", "same-site", .local), ("http://localhost:8642", "cross-site", .local),
            ("https://localhost:8642", nil, .local), ("http://localhost:1", nil, .local),
            ("http://127.0.0.1:8642", "cross-site", .local), ("http://127.0.0.1:1", "same-origin", .local),
            ("http://a.example", nil, .foreign), ("http://a.example", "same-origin", .foreign),
            ("http://a.example", "cross-site", .foreign), ("null", nil, .foreign), ("null", "none", .foreign),
        ] as [(String?, String?, Page)]
    )
    func aPageIsTrustedByWhereItIsFrom(_ origin: String?, _ site: String?, _ page: Page) throws {
        var headers: HTTPHeaders = ["Host": "localhost:8642"]
        if let origin { headers["Origin"] = origin }
        if let site { headers["Sec-Fetch-Site"] = site }
        let request = ServerRequest("GET", try RequestTarget("/"), headers: headers)
        #expect(AcceptedHosts(names: []).page(of: request) == page)
    }

    // MARK: - Addresses

    @Test(
        arguments: [
            ("/a?b", "/a", "b"), ("/a?", "/a", ""), ("/a#b?c", "/a", nil), ("/a?b?c#d", "/a", "b?c"),
            ("http://h/a?b", "/a", "b"), ("https://h:1/a", "/a", nil), ("/http://h/a", "/http://h/a", nil),
        ] as [(String, String, String?)]
    )
    func anAddressIsAPathAndAQuery(_ text: String, _ path: String, _ query: String?) throws {
        let target = try RequestTarget(text)
        #expect(target.path == path && target.query == query)
    }

    @Test(
        arguments: [
            ("/%41%5a%61%7A%30%39", "AZaz09"), ("/%C3%A4%c3%a4", "ää"), ("/%aF", nil), ("/%g0", nil),
            ("/%0g", nil), ("/%G0", nil), ("/%4", nil), ("/a%", nil), ("/%7f", nil), ("/%20", " "),
        ] as [(String, String?)]
    )
    func aSegmentIsDecodedDigitByDigit(_ text: String, _ segment: String?) {
        #expect((try? RequestTarget(text))?.segments == segment.map { [$0] })
    }

    @Test(arguments: [
        ("a=%3d&b=%2", ["a": "=", "b": "%2"]), ("a=%&b=%gg%41", ["a": "%", "b": "%ggA"]),
        ("a=b=c&=d", ["a": "b=c", "": "d"]),
    ])
    func aQueryIsDecodedAsFarAsItGoes(_ query: String, _ values: [String: String]) throws {
        let target = try RequestTarget("/?" + query)
        #expect(Dictionary(target.parameters.map { ($0.name, $0.value) }) { $1 } == values)
    }

    // MARK: - Pings

    private static func ping(_ change: (inout CollectedPing) -> Void = { _ in }) -> CollectedPing {
        var ping = CollectedPing(
            number: 7,
            id: nil,
            method: "GET",
            path: "/cgi-bin/gn",
            query: nil,
            parameters: [],
            headers: [:],
            body: Data(),
            time: 1_000,
            doubles: 0,
            lastTime: 1_000
        )
        change(&ping)
        return ping
    }

    @Test func aPingThatSaysLittleIsAShortObject() {
        #expect(
            Self.ping().json == [
                "number": 7, "method": "GET", "path": "/cgi-bin/gn", "parameters": [], "headers": [:], "time": 1_000,
                "doubles": 0, "product": "other",
            ]
        )
    }

    @Test func aPingIsAnObjectWithAllThatCame() {
        let ping = Self.ping {
            $0.id = "k"
            $0.query = "prd=dcr&cr=1_V0_60&sessionId=s"
            $0.parameters = [.init("prd", "dcr"), .init("cr", "1_V0_60"), .init("sessionId", "s")]
            $0.headers = ["Host": "h"]
            $0.body = Data("é".utf8)
            $0.doubles = 1
            $0.lastTime = 2_000
        }
        #expect(
            ping.json == [
                "number": 7, "id": "k", "method": "GET", "path": "/cgi-bin/gn",
                "query": "prd=dcr&cr=1_V0_60&sessionId=s",
                "parameters": [["prd", "dcr"], ["cr", "1_V0_60"], ["sessionId", "s"]], "headers": ["Host": "h"],
                "body": "é", "time": 1_000, "doubles": 1, "lastTime": 2_000, "product": "dcrVideo",
                "cadence": "impression", "session": "s",
            ]
        )
        // Of what a ping does not say there is no member.
        let keys = ["doubles", "headers", "method", "number", "parameters", "path", "product", "time"]
        #expect(Self.ping { _ in }.json.keys.sorted() == keys)
        let bytes = Self.ping { $0.body = Data([0xFF]) }.json
        #expect(bytes["bodyBase64"] == "/w==" && bytes["body"] == nil)
        #expect(ping.parameter("cr") == "1_V0_60" && ping.parameter("CR") == nil)
    }

    /// The path and the parameters of a ping, with its product and cadence.
    @Test(
        arguments: [
            ("/cgi-bin/tsv", ["prd": "dcr"], "tsv firstTag"), ("/cgi-bin/tsvx", [:], "other "),
            ("/gn", ["st": "mtvr", "prd": "dcr", "cr": "V1"], "dtvr view"),
            ("/gn", ["prd": "dcr", "cr": "V1"], "dcrVideo impression"),
            ("/gn", ["prd": "dcr", "rt": "text", "cr": "1_I0"], "dcrStatic impression"),
            ("/gn", ["prd": "session", "cr": "V"], "session session"),
            ("/gn", ["prd": "x", "cr": "4_00_D1_300"], "x interval"), ("/gn", ["cr": "S"], "other interval"),
            ("/gn", ["prd": "dcr", "cr": "Q0"], "dcrVideo quarterHour"),
            ("/gn", ["prd": "dcr", "cr": "4_00"], "dcrVideo "),
        ] as [(String, [String: String], String)]
    )
    func theKindOfAPingIsReadOffIt(_ path: String, _ parameters: [String: String], _ shown: String) {
        let kind = PingKind(path: path) { parameters[$0] ?? "" }
        #expect("\(kind.product) \(kind.cadence)" == shown)
    }

    @Test func pingsAreOrderedByProductThenCadenceThenSession() {
        let kinds = [("a", "V", "2"), ("a", "D", "3"), ("a", "V", "1"), ("", "V", "9")].map {
            product,
            credit,
            session in
            PingKind(path: "/gn") { ["prd": product, "cr": credit, "sessionId": session][$0] ?? "" }
        }
        #expect(
            kinds.sorted().map { "\($0.product) \($0.cadence) \($0.session)" } == [
                "a impression 1", "a impression 2", "a interval 3", "other impression 9",
            ]
        )
    }

    // MARK: - Files

    @Test func aTagIsFoundInAList() {
        let tag = EntityTag(of: Data("x".utf8))
        for field in [
            tag.text, "W/\(tag.text)", "*", "\"a\", \(tag.text)", " \(tag.text) ,\"b\"", "\"a\",W/\(tag.text)",
        ] {
            #expect(tag.isNamed(in: field), "\(field)")
        }
        for field in [
            "", "\"a\"", "\(tag.text)x", "w/\(tag.text)", "W/", String(tag.text.dropLast()), "\"a\" \(tag.text)",
        ] {
            #expect(!tag.isNamed(in: field), "\(field)")
        }
        #expect(EntityTag(of: Data("x".utf8)) == tag && EntityTag(of: Data("y".utf8)) != tag)
    }

    // MARK: - Parameters

    @Test func aNumberOfAQueryHasBounds() throws {
        func read(_ query: String) throws -> Int64 {
            try ServerRequest("GET", try RequestTarget("/?" + query)).number("n", in: 1...9, default: 5)
        }
        #expect(try read("m=3") == 5)
        #expect(try read("n=1") == 1)
        #expect(try read("n=9&n=3") == 9)
        for text in ["0", "10", "x", "", "1.0"] {
            let refusal = #expect(throws: ServerRefusal.self) { try read("n=\(text)") }
            #expect(refusal?.status == 400)
            #expect(refusal?.description == "n is \"\(text)\"; use a whole number from 1 to 9")
        }
    }

    @Test(arguments: [
        (
            ServerError.notLoopback("h"),
            "the server listens on this machine only: use 127.0.0.1, ::1 or localhost instead of h"
        ),
        (.cannotListen("p", detail: "d"), "cannot listen on p: d; another port may be free, and port 0 finds one"),
        (.noTLS, "this libmicrohttpd was built without TLS; install one with it, or turn HTTPS off"),
        (.noCertificate, "HTTPS needs a certificate; give one with its key, or turn HTTPS off"),
        (.badCertificate("d"), "the certificate cannot be used: d"),
        (.libraryFailed("p"), "libmicrohttpd does not serve p; it says no reason"),
        (.startedBefore, "this server was started before; make another one"),
        (.badFolder("f", detail: "d"), "cannot serve the folder f: d"),
    ])
    func anErrorSaysWhatWouldHelp(_ error: ServerError, _ text: String) {
        #expect("\(error)" == text)
    }
}
