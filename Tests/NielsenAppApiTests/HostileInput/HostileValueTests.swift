// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Values of every kind where strings belong, and nesting without end.
struct HostileValueTests {
    private final class Foreign {}
    private enum Choice { case one(Int) }
    private struct Unfriendly: Hashable, CustomStringConvertible {
        var description: String { String(repeating: "d", count: 100_000) }
    }

    /// What an untyped dictionary can hold, with what the lenient mode makes of it.
    private static var values: [(value: Any, text: String?)] {
        [
            (Double.nan, nil), (Double.infinity, nil), (-Double.infinity, nil), (Float.nan, nil), (Float.infinity, nil),
            (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"), (-0.0, "0"), (1.5, "1.5"), (true, "true"),
            (Int.min, "-9223372036854775808"), (Int.max, "9223372036854775807"), (UInt64.max, "1.8446744073709552e+19"),
            (UInt8(7), "7"), (Date(timeIntervalSince1970: .infinity), nil), (Date.distantPast, nil),
            (Data([0xff]), nil),
            (NSNull(), nil), (Foreign(), nil), (Choice.one(1), nil), (Unfriendly(), nil), (UUID(), nil), ((), nil),
            ((1, "x"), nil), (Foreign.self, nil), ({ 1 } as () -> Int, nil), (NSNumber(value: 5), "5"),
            (NSNumber(value: false), "false"), (NSNumber(value: Double.nan), nil),
            (Decimal(string: "1e100") as Any, nil),
            (String?.none as Any, nil), (String??.some(.none) as Any, nil),
            ([1, 2] as [Any], nil), ([] as [Any], nil), (["a": 1], nil), ([1: 2], nil), (Set([1]), nil),
            (Substring("x"), nil), (Character("x"), nil), (Array(repeating: 0, count: 10_000), nil),
            (URL(fileURLWithPath: "/"), nil), (NSError(domain: "x", code: 1), nil), (JSONValue.int(1), "1"),
            (JSONValue.double(.nan), nil), (JSONObject(), nil),
        ]
    }

    private static let keys = [
        "event", "type", "metadata", "playheadPosition", "id3Data", "ottData", "optout", "buffering", "buttonEvent",
    ]

    @Test(arguments: NielsenInputMode.allCases)
    func eachKindOfValueInMetadataIsNamedOrTaken(_ mode: NielsenInputMode) throws {
        let bench = Bench(makesPings: true)
        bench.configuration.inputMode = mode
        let api = try bench.makeApi()
        for (value, text) in Self.values {
            let kind = "\(type(of: value))"
            let before = bench.hearing.errors.count
            var metadata: [String: Any] = Bench.content("odd")
            metadata["segA"] = value
            api.loadMetadata(metadata)
            api.playheadPosition(0)
            let taken = mode == .lenient ? text : nil
            #expect(bench.sink.records.last?.metadata["segA"] == taken, "\(kind)")
            #expect(bench.hearing.errors.count == before + (taken == nil ? 1 : 0), "\(kind)")
            if taken == nil { #expect(bench.hearing.texts.last?.contains("segA") == true, "\(kind)") }
            api.end()
        }
        #expect(Set(bench.hearing.errors) == [2])
        #expect(bench.hearing.texts.allSatisfy { $0.utf8.count < 1_000 })
        #expect(bench.measures(api))
    }

    @Test func eachKindOfValueInAnEventIsTakenOrAnError() throws {
        let bench = Bench(makesPings: true)
        let tracker = try bench.makeTracker()
        for (value, _) in Self.values {
            for key in Self.keys {
                var event = Bench.event(1, content: Bench.content("odd"))
                event[key] = value
                tracker.trackEvent(event)
                tracker.trackEvent(event as [AnyHashable: Any])
            }
            tracker.trackEvent(["metadata": ["content": value, "ad": value, "static": value], "event": "playhead"])
        }
        #expect(Set(bench.hearing.errors) == [2, 3, 15])
        #expect(bench.hearing.texts.allSatisfy { $0.utf8.count < 1_000 })
        tracker.userOptOut("nielsenappsdk://0")
        #expect(bench.measures(tracker))
    }

    @Test func eachKindOfValueInsteadOfAnObjectIsAnError() throws {
        let bench = Bench(makesPings: true)
        let api = try bench.makeApi()
        let handler = NielsenAppSDKJSHandler(apiType: nil, environment: bench.environment())
        for (value, _) in Self.values where !(value is JSONObject) && !(value is [AnyHashable: Any]) {
            let before = bench.hearing.errors.count
            api.loadMetadata(value)
            api.updateOTT(value)
            #expect(bench.hearing.errors.dropFirst(before) == [2, 2], "\(type(of: value))")
            #expect(throws: NielsenError.self) { try bench.makeApi(value) }
            #expect(throws: NielsenError.self) { try bench.makeApi(["appid": value]) }
            handler.receive(value)
            handler.receive(["event": value, "param": value])
            // A date is text to a page, as in its JSON.
            if value is Date { continue }
            handler.receive(["event": "init", "param": ["appid": value]] as [String: Any])
        }
        #expect(handler.api == nil)
        #expect(bench.hearing.texts.allSatisfy { $0.utf8.count < 1_000 })
        #expect(bench.measures(api))
    }

    // MARK: - Nesting

    @Test func deepNestingIsAnErrorOnASmallStack() {
        let failures = withDeepValues(5_000) { values -> [String] in
            let bench = Bench(makesPings: true)
            guard let api = try? bench.makeApi(), let tracker = try? bench.makeTracker() else { return ["no instance"] }
            let handler = NielsenAppSDKJSHandler(apiType: nil, environment: bench.environment())
            var failures: [String] = []
            for (place, value) in values.enumerated() {
                let before = bench.hearing.errors.count
                api.loadMetadata(value)
                api.loadMetadata(["type": value])
                api.play(value)
                api.updateOTT(value)
                for key in Self.keys {
                    var event = Bench.event(1, content: Bench.content("a"))
                    event[key] = value
                    tracker.trackEvent(event)
                    tracker.trackEvent(event as [AnyHashable: Any])
                }
                tracker.trackEvent(["event": "playhead", "metadata": ["content": value, "ad": ["type": value]]])
                handler.receive(value)
                handler.receive(["event": "init", "param": value])
                if (try? bench.makeApi(value)) != nil { failures.append("app information \(place)") }
                if bench.hearing.errors.count < before + 10 { failures.append("\(place): too few errors") }
            }
            if bench.hearing.texts.contains(where: { $0.utf8.count > 1_000 }) { failures.append("a long message") }
            if !bench.measures(api) { failures.append("nothing is measured") }
            return failures
        }
        #expect(failures == [])
    }

    @Test func deepTextIsAnError() throws {
        let bench = Bench(makesPings: true)
        let api = try bench.makeApi()
        for (open, close) in [("[", "]"), (#"{"type":"#, "}"), ("[{\"a\":", "}]")] {
            for depth in [100, 600, 20_000] {
                let before = bench.hearing.errors.count
                api.loadMetadata(String(repeating: open, count: depth))
                api.loadMetadata(String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth))
                #expect(bench.hearing.errors.count >= before + 2)
            }
        }
        #expect(Set(bench.hearing.errors) == [2])
        #expect(bench.measures(api))
    }
}
