// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// What a hostile or careless page sends.
struct BridgeRefusalTests {
    private final class Kept {
        let value: Any

        init(_ value: Any) { self.value = value }
    }

    private func reason(_ message: Any) -> NielsenBridgeError.Reason? {
        do {
            _ = try NielsenBridgeMessage(message)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [
        ("7", NielsenBridgeError.Reason.unsupportedMessage("a number")),
        ("true", .unsupportedMessage("a boolean")),
        ("null", .unsupportedMessage("null")),
        ("\"stop\"", .unsupportedMessage("a string")),
        ("{}", .missingEvent),
        (#"{"event": null}"#, .missingEvent),
        (#"{"event": ""}"#, .unknownEvent("\"\"")),
        (#"{"event": "fly"}"#, .unknownEvent("\"fly\"")),
        (#"{"event": 4}"#, .unknownEvent("4")),
        (#"{"event": 5.5}"#, .unknownEvent("5.5")),
        (#"{"event": "99999999999999999999"}"#, .unknownEvent("\"99999999999999999999\"")),
        (#"{"event": true}"#, .unknownEvent("a boolean")),
        (#"{"event": ["play"]}"#, .unknownEvent("an array")),
        (#"{"event": "play", "version": 2}"#, .unsupportedVersion("2")),
        (#"{"event": "play", "version": null}"#, .unsupportedVersion("null")),
        (#"{"queue": {}}"#, .unsupportedMessage("an object whose queue is an object")),
    ])
    func theEnvelopeIsChecked(_ text: String, _ expected: NielsenBridgeError.Reason) {
        #expect(reason(text) == expected)
    }

    @Test(arguments: [
        ("loadMetadata", "null"), ("setPlayheadPosition", "null"), ("sendID3", "null"), ("staticStart", "null"),
        ("updateMetadata", "null"), ("setVolume", "null"), ("updateOTT", "null"), ("userOptOut", "null"),
        ("trackEvent", "null"), ("init", "null"),
    ])
    func aMissingParameterIsNamed(_ event: String, _ param: String) throws {
        let expected = try #require(NielsenBridgeEvent(name: event))
        for text in [#"{"event": "\#(event)"}"#, #"{"event": "\#(event)", "param": \#(param)}"#] {
            guard case .missingParameter(expected, let needed) = reason(text) else {
                Issue.record("\(text): \(String(describing: reason(text)))")
                continue
            }
            #expect(!needed.isEmpty)
        }
    }

    @Test(arguments: [
        ("loadMetadata", "[]"), ("loadMetadata", "12"), ("loadMetadata", "\"no json\""), ("loadMetadata", "\"[]\""),
        ("play", "12"), ("play", "\"channel\""), ("play", "true"),
        ("setPlayheadPosition", "\"NaN\""), ("setPlayheadPosition", "true"), ("setPlayheadPosition", "{}"),
        ("sendID3", "5"), ("sendID3", "\" \""), ("sendID3", "{}"),
        ("staticStart", "\"x\""), ("staticStart", #"{"type": "content"}"#), ("staticStart", #"{"type": 3}"#),
        ("staticSwitch", "4"), ("staticSwitch", #"{"type": "ad"}"#), ("updateMetadata", "[]"),
        ("setVolume", "\"loud\""), ("setVolume", "\"inf\""), ("setVolume", "\"nan\""), ("setVolume", "true"),
        ("updateOTT", "1"), ("userOptOut", "1"), ("trackEvent", "[]"), ("playhead", "1"), ("init", "[]"),
    ])
    func aParameterOfTheWrongKindIsNamed(_ event: String, _ param: String) {
        let text = #"{"event": "\#(event)", "param": \#(param)}"#
        guard case .invalidParameter(let named, let found, let needed) = reason(text) else {
            Issue.record("\(text): \(String(describing: reason(text)))")
            return
        }
        #expect(NielsenBridgeEvent(name: event) ?? .trackEvent == named)
        #expect(!found.isEmpty && !needed.isEmpty)
    }

    @Test func whatIsNotJSONIsRefused() {
        for text in ["", "play", "{", #"{"event": "play""#, #"{"event": NaN}"#, "javascript:alert(1)"] {
            guard case .malformed = reason(text) else {
                Issue.record("\(text): \(String(describing: reason(text)))")
                continue
            }
        }
    }

    @Test func numbersThatAreNotFiniteAreNone() {
        for number in [Double.nan, .infinity, -.infinity] {
            let message: [String: Any] = ["event": "setPlayheadPosition", "param": number]
            guard case .missingParameter(.setPlayheadPosition, _) = reason(message) else {
                Issue.record("\(number): \(String(describing: reason(message)))")
                continue
            }
        }
    }

    @Test func foreignObjectsAreRefused() {
        struct Foreign {}
        guard case .unsupportedMessage(let kind) = reason(Foreign()) else {
            Issue.record("\(String(describing: reason(Foreign())))")
            return
        }
        #expect(kind.contains("Foreign"))
        guard case .malformed = reason(["event": "play", "param": Foreign()] as [String: Any]) else {
            Issue.record("a foreign parameter was taken")
            return
        }
        guard case .malformed = reason([1: "play"] as [AnyHashable: Any]) else {
            Issue.record("a key that is no text was taken")
            return
        }
    }

    @Test func fiveMegabytesAreRefusedInEveryForm() {
        let long = String(repeating: "x", count: 5_000_000)
        for message in [
            long, #"{"event": "sendID3", "param": "\#(long)"}"#, ["event": "sendID3", "param": long],
            [["sendID3", long]],
        ] as [Any] {
            guard case .tooLarge(let bytes)? = reason(message) else {
                Issue.record("a long message was taken")
                continue
            }
            #expect(bytes >= 5_000_000)
        }
        #expect(reason(["event": "sendID3", "param": String(long.prefix(200_000))]) == nil)
    }

    @Test func tenThousandLevelsAreRefusedInEveryForm() {
        let brackets = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        var nested: [Any] = []
        for _ in 0..<10_000 { nested = [nested] }
        // Freeing so deep a value takes more stack than a thread has, so it is never freed.
        _ = Unmanaged.passRetained(Kept(nested))
        for message in [
            brackets, #"{"event": "loadMetadata", "param": \#(brackets)}"#,
            ["event": "loadMetadata", "param": brackets], ["event": "loadMetadata", "param": nested] as [String: Any],
            nested,
        ] as [Any] {
            #expect(reason(message) == .tooDeep)
        }
    }

    @Test func scriptsAreShownHarmlesslyAndShortly() throws {
        let script = "<script>alert(1)</script>\n[ERROR] forged line\u{1b}[2J\u{202e}"
        let bridge = BridgeBench()
        bridge.handler.receive(["event": script + String(repeating: "y", count: 9_000)])
        let error = try #require(bridge.hearing.refusals.first)
        #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202e}" })
        #expect(error.description.contains("\\u{a}[ERROR] forged line\\u{1b}"))
        #expect(error.description.utf8.count < 1_200)
        #expect(bridge.bench.logged("<script>alert(1)</script>"))
        #expect(bridge.bench.records.isEmpty)
    }
}
