// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Configuration files that are cut off, damaged or too much, and numbers that a program sets.
struct HostileConfigurationTests {
    private static let sample = #"""
        {"schema": "launch-hub.sdk-configuration", "version": 1, "thresholds": {"creditValue": 10},
         "sfcodes": ["dcr"], "keyMap": {"nol_title": "((title))"}, "defaults": {"nol_x": "y"},
         "valueMaps": {"nol_title": {"a": "b", "*": "c"}}, "identifiers": {"deviceId": "sha256"},
         "templates": {"t": {"method": "GET", "url": "http://127.0.0.1/", "parameters": ["a=|!nol_title!|", "[nol_x]"]}},
         "products": [{"product": "dcrVideo", "types": ["content"],
                       "processors": [{"cadence": "impression", "template": "t"}]}]}
        """#

    private func error(_ data: some Sequence<UInt8>) -> NielsenConfigurationError? {
        do throws(NielsenConfigurationError) {
            _ = try NielsenConfiguration(jsonData: Data(data))
            return nil
        } catch {
            return error
        }
    }

    @Test func everyCutOfAFileIsAnError() {
        let bytes = Array(Self.sample.utf8)
        #expect(error(bytes) == nil)
        for length in stride(from: 0, to: bytes.count, by: 7) {
            let found = error(bytes.prefix(length))
            #expect(found?.detail.isEmpty == false, "\(length)")
            #expect((found?.description.utf8.count ?? .max) < 2_000, "\(length)")
        }
    }

    @Test func anyByteMayBeAnother() {
        let bytes = Array(Self.sample.utf8)
        for place in stride(from: 0, to: bytes.count, by: 5) {
            for mask: UInt8 in [0x01, 0x80] {
                var other = bytes
                other[place] ^= mask
                // Text may change into other text; whatever is not taken says why.
                if let found = error(other) { #expect(!found.detail.isEmpty && found.description.utf8.count < 2_000) }
            }
        }
    }

    @Test(arguments: ["null", "[]", "5", "\"x\"", "{}", "true", "1e999", "[[[[]]]]", "{\"a\":{\"a\":{\"a\":{}}}}"])
    func anyMemberMayBeOfAnotherKind(_ value: String) throws {
        let whole = try JSONObject(jsonText: Self.sample)
        for key in whole.keys {
            let members = whole.keys.map { "\"\($0)\": \($0 == key ? value : whole[$0]?.jsonText ?? "")" }
            let found = error("{\(members.joined(separator: ","))}".utf8)
            #expect(found == nil || found?.detail.isEmpty == false)
            #expect((found?.description.utf8.count ?? 0) < 2_000)
        }
    }

    @Test func tooMuchIsRefusedBeforeItIsRead() throws {
        let many = "{\"schema\": \"launch-hub.sdk-configuration\"" + String(repeating: ",\"a\":1", count: 25_000) + "}"
        #expect(error(many.utf8)?.detail.contains("20000 members") == true)
        let long = [UInt8](repeating: 0x20, count: NielsenConfiguration.maximumBytes + 1)
        #expect(error(long)?.detail.contains("bytes") == true)
        let key = String(repeating: "k\u{0}\n", count: 5_000)
        let named = JSONObject(["schema": "launch-hub.sdk-configuration", "version": 1, key: 1]).jsonText
        let remarks = try NielsenConfiguration(jsonData: Data(named.utf8)).remarks
        #expect(remarks.count == 1 && remarks[0].utf8.count < 1_000)
        for depth in [200, 10_000] {
            #expect(error((String(repeating: "{\"a\":", count: depth) + "1").utf8) != nil)
            #expect(error(String(repeating: "[", count: depth).utf8) != nil)
        }
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func thresholdsThatAProgramSetsOverflowNothing(_ value: Int) throws {
        let bench = Bench(makesPings: true)
        let paths: [WritableKeyPath<NielsenThresholds, Int>] = [
            \.creditSeconds, \.segmentSeconds, \.segmentsPerDuration, \.maximumPlayheadStep, \.id3IntervalGapSeconds,
            \.pauseTimeoutSeconds, \.bufferingTimeoutSeconds, \.longAdSeconds, \.hashedIdentifierLimit,
            \.firstPartyIdDays, \.maximumSegmentsKept, \.maximumAssetsKept,
        ]
        var thresholds = NielsenThresholds()
        for path in paths { thresholds[keyPath: path] = value }
        thresholds.maximumPlayhead = Int64(value)
        bench.configuration.thresholds = thresholds
        let api = try bench.makeApi()
        let tracker = try bench.makeTracker()
        api.play()
        api.loadMetadata(Bench.content("limits"))
        api.loadMetadata(Bench.page)
        for position in [0, 1, 2, 30, 100_000, 10_000_000_000, 5] as [Int64] { api.playheadPosition(position) }
        api.sendID3(Bench.id3)
        bench.wait(1_000)
        api.sendID3(Bench.id3.replacing("33648/22847", with: "33658/22857"))
        tracker.trackEvent(Bench.event(3, content: Bench.content("limits")))
        bench.wait(1_000)
        tracker.trackEvent(Bench.event(4, content: Bench.content("limits")))
        api.end()
        #expect(api.creditSummary.allSatisfy { $0.seconds >= 0 })
        api.shutdown()
        tracker.shutdown()
        bench.configuration = NielsenConfiguration()
        #expect(bench.measures(try bench.makeApi()))
    }
}
