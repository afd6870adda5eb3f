// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Messages of pages that are cut off, damaged or too much.
struct HostileBridgeTests {
    private let bench = Bench(makesPings: true)
    private let refusals = BridgeHearing()

    private func makeHandler() -> NielsenAppSDKJSHandler {
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: bench.environment(), delegate: refusals)
        handler.receive(["event": "init", "param": Bench.appInfo] as [String: Any])
        return handler
    }

    private static let message = #"""
        {"version": 1, "queue": [["play", {"channelName": "News"}], [3, {"type": "content", "assetid": "a\"\u00e9"}],
         {"event": "setPlayheadPosition", "param": 5}, ["sendID3", "x"], ["stop", 7], ["end"]]}
        """#

    @Test func everyCutOfAMessageIsRefusedAsAWhole() throws {
        #expect(try NielsenBridgeMessage(Self.message).calls.count == 6)
        let handler = makeHandler()
        let bytes = Array(Self.message.utf8)
        for length in bytes.indices {
            handler.receive(String(decoding: bytes.prefix(length), as: UTF8.self))
            #expect(refusals.refusals.count == length + 1)
        }
        #expect(refusals.refusals.allSatisfy { $0.description.utf8.count < 2_000 })
        #expect(bench.sink.records.map(\.kind) == [.session])
        #expect(bench.measures(try #require(handler.api)))
    }

    @Test func anyByteMayBeAnother() throws {
        let handler = makeHandler()
        let bytes = Array(Self.message.utf8)
        for place in bytes.indices {
            for mask: UInt8 in [0x01, 0x80] {
                var other = bytes
                other[place] ^= mask
                handler.receive(String(decoding: other, as: UTF8.self))
            }
        }
        #expect(refusals.refusals.allSatisfy { $0.description.utf8.count < 2_000 })
        for error in refusals.refusals {
            #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(error)")
        }
        #expect(bench.measures(try #require(handler.api)))
    }

    @Test func aPageThatSendsWithoutEndBeforeItsAppInfoIsBounded() throws {
        bench.configuration.maximumPendingCalls = 50
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: bench.environment(), delegate: refusals)
        for _ in 0..<60 { handler.receive("[49,1]") }
        #expect(refusals.reasons == Array(repeating: .noRoom(50), count: 10))
        handler.receive(["event": "init", "param": Bench.appInfo] as [String: Any])
        #expect(bench.measures(try #require(handler.api)))
    }
}
