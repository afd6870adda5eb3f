// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubTool

/// A ping as an entry of an HTTP archive, member by member.
struct HARTextTests {
    private static func ping(
        _ state: ExportPing.State,
        _ address: String,
        headers: JSONObject = [:],
        body: String? = nil
    ) -> ExportPing {
        ExportPing(
            source: "pings.db",
            number: 7,
            id: "a",
            time: 1_772_481_600_250,
            lastTime: 0,
            doubles: 2,
            state: state,
            method: body == nil ? "GET" : "POST",
            address: address,
            headers: headers,
            body: body
        )
    }

    private static func entry(_ ping: ExportPing, _ parameters: JSONObject = [:]) throws -> JSONObject {
        try JSONObject(jsonText: String(decoding: HARText.entry(ping, parameters), as: UTF8.self))
    }

    private static func response(status: JSONValue, text: JSONValue) -> JSONValue {
        [
            "status": status, "statusText": text, "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
            "content": ["size": 0, "mimeType": "x-unknown"], "redirectURL": "", "headersSize": -1, "bodySize": -1,
        ]
    }

    private static func pair(_ name: String, _ value: String) -> JSONValue {
        ["name": .string(name), "value": .string(value)]
    }

    @Test func aPingThatACollectorGotWasAnswered() throws {
        let headers: JSONObject = ["Host": "c.example", "User-Agent": "", "Content-Type": "text/plain", "X": "y"]
        let entry = try Self.entry(Self.ping(.collected, "/x?a=b", headers: headers, body: "ä"), ["a": "b", "n": 1])
        let request: JSONValue = [
            "method": "POST", "url": "http://c.example/x?a=b", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [
                Self.pair("Host", "c.example"), Self.pair("Content-Type", "text/plain"),
                Self.pair("Idempotency-Key", "a"),
            ],
            "queryString": [Self.pair("a", "b"), Self.pair("n", "")], "headersSize": -1, "bodySize": 2,
            "postData": ["mimeType": "text/plain", "text": "ä"],
        ]
        let expected: JSONObject = [
            "startedDateTime": "2026-03-02T20:00:00.250Z", "time": 0, "request": request,
            "response": Self.response(status: 200, text: "OK"), "cache": [:],
            "timings": ["send": 0, "wait": 0, "receive": 0], "_source": "pings.db", "_number": 7, "_doubles": 2,
            "_state": "collected",
        ]
        #expect(entry == expected)
    }

    @Test(arguments: [ExportPing.State.waiting, .setAside, .recorded])
    func anotherPingHasNoAnswer(_ state: ExportPing.State) throws {
        let entry = try Self.entry(Self.ping(state, "https://c.example:81/x"))
        #expect(entry["response"] == Self.response(status: 0, text: ""))
        #expect(entry["_state"] == .string(state.rawValue))
        let request: JSONValue = [
            "method": "GET", "url": "https://c.example:81/x", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [Self.pair("Idempotency-Key", "a")], "queryString": [], "headersSize": -1, "bodySize": 0,
        ]
        #expect(entry["request"] == request)
    }

    @Test func aBodyWithoutATypeIsJSON() throws {
        let request = try Self.entry(Self.ping(.waiting, "/x", body: "{}"))["request"]
        #expect(request?["postData"] == ["mimeType": "application/json", "text": "{}"] && request?["bodySize"] == 2)
    }

    /// The host as the sender named it, where it is one.
    @Test(arguments: [
        ("c.example", "c.example"), ("H0st-9.example:8642", "H0st-9.example:8642"), ("[::1]:80", "[::1]:80"),
        ("9.0.0.9", "9.0.0.9"), ("", "127.0.0.1"), ("a b", "127.0.0.1"), ("a/b", "127.0.0.1"), ("ä", "127.0.0.1"),
        ("a@b", "127.0.0.1"),
    ])
    func anAddressIsWhole(_ host: String, _ shown: String) throws {
        for path in ["/x", "x"] {
            let entry = try Self.entry(Self.ping(.collected, path, headers: ["Host": .string(host)]))
            #expect(entry["request"]?["url"] == .string("http://\(shown)/x"))
        }
    }

    @Test func anArchiveHasABeginningAndAnEnd() throws {
        let archive = try JSONObject(jsonText: String(decoding: HARText.head + HARText.tail, as: UTF8.self))
        let creator: JSONValue = ["name": "launchhub", "version": .string(HubPackage.version)]
        #expect(archive == ["log": ["version": "1.2", "creator": creator, "entries": []]])
    }
}
