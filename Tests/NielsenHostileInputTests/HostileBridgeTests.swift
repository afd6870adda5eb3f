// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Messages of pages that are cut off, damaged or too much.
struct HostileBridgeTests {
    private final class Refusals: NielsenAppSDKJSHandlerDelegate, Sendable {
        private let kept = Locked<[NielsenBridgeError]>([])
        var all: [NielsenBridgeError] { kept.withLock { $0 } }

        func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, didRefuse error: NielsenBridgeError) {
            kept.withLock { $0.append(error) }
        }

        func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, eventOccurred event: [AnyHashable: Any]) {}
        func nielsenAppSDKJSHandler(_ handler: NielsenAppSDKJSHandler, errorOccurred error: [AnyHashable: Any]) {}
    }

    private let bench = HostileBench()
    private let refusals = Refusals()

    private func makeHandler() -> NielsenAppSDKJSHandler {
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: bench.environment, delegate: refusals)
        handler.receive(["event": "init", "param": HostileBench.appInfo] as [String: Any])
        return handler
    }

    private static let message = #"""
        {"version": 1, "queue": [["play", {"channelName": "News"}], [3, {"type": "content", "assetid": "a\"\u00e9"}],
         {"event": "setPlayheadPosition", "param": 5}, ["sendID3", "x"], ["stop", 7], ["end"]]}
        """#

    private func reason(_ message: Any) -> NielsenBridgeError.Reason? {
        do {
            _ = try NielsenBridgeMessage(message)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func everyCutOfAMessageIsRefusedAsAWhole() throws {
        #expect(try NielsenBridgeMessage(Self.message).calls.count == 6)
        let handler = makeHandler()
        let bytes = Array(Self.message.utf8)
        for length in bytes.indices {
            handler.receive(String(decoding: bytes.prefix(length), as: UTF8.self))
            #expect(refusals.all.count == length + 1)
        }
        #expect(refusals.all.allSatisfy { $0.description.utf8.count < 2_000 })
        #expect(bench.sink.records.map(\.kind) == [.session])
        #expect(bench.measures(try #require(handler.api)))
    }

    @Test func anyByteMayBeAnother() throws {
        let handler = makeHandler()
        let bytes = Array(Self.message.utf8)
        for place in bytes.indices {
            for mask: UInt8 in [0x01, 0x10, 0x80, 0xff] {
                var other = bytes
                other[place] ^= mask
                handler.receive(String(decoding: other, as: UTF8.self))
            }
        }
        #expect(refusals.all.allSatisfy { $0.description.utf8.count < 2_000 })
        for error in refusals.all {
            #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(error)")
        }
        #expect(bench.measures(try #require(handler.api)))
    }

    @Test func messagesThatAreTooMuchAreRefusedInEveryForm() throws {
        let handler = makeHandler()
        var members: [String: Any] = [:]
        for number in 0..<200_000 { members["key\(number)"] = "v" }
        let list: [Any] = Array(repeating: 5, count: 200_000)
        for message in [
            members, members as [AnyHashable: Any], ["event": "loadMetadata", "param": members], list,
            ["queue": list], [["play", members]], String(repeating: "[5],", count: 100_000),
        ] as [Any] {
            guard case .tooLarge(let bytes) = reason(message) else {
                Issue.record("\(type(of: message)): \(String(describing: reason(message)))")
                continue
            }
            #expect(bytes > NielsenBridgeMessage.maximumBytes)
            handler.receive(message)
        }
        #expect(refusals.all.count == 7)
        #expect(bench.measures(try #require(handler.api)))
    }

    @Test func aPageThatSendsWithoutEndBeforeItsAppInfoIsBounded() throws {
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: bench.environment, delegate: refusals)
        let limit = bench.configuration.maximumPendingCalls
        for _ in 0..<limit + 500 { handler.receive("[49,1]") }
        #expect(refusals.all.map(\.reason) == Array(repeating: .noRoom(limit), count: 500))
        handler.receive(["event": "init", "param": HostileBench.appInfo] as [String: Any])
        #expect(bench.measures(try #require(handler.api)))
    }
}
