// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenAppApi

/// How large messages of a page are, and how much of them is kept until there is an instance.
struct BridgeSizeTests {
    private func reason(_ message: Any) -> NielsenBridgeError.Reason? {
        do {
            _ = try NielsenBridgeMessage(message)
            return nil
        } catch {
            return error.reason
        }
    }

    // MARK: - Messages

    /// `["sendID3",""]` has 13 bytes as text.
    @Test func aTextHasAQuarterOfAMegabyte() {
        func message(_ bytes: Int) -> String { #"["sendID3","\#(String(repeating: "x", count: bytes - 14))"]"# }
        #expect(message(262_144).utf8.count == 262_144)
        #expect(reason(message(262_144)) == nil)
        #expect(reason(message(262_145)) == .tooLarge(262_145))
    }

    /// A list counts 2, and a text three more than its bytes.
    @Test func aValueHasAQuarterOfAMegabyte() {
        func message(_ bytes: Int) -> [Any] { ["sendID3", String(repeating: "x", count: bytes - 15)] }
        #expect(reason(message(262_144)) == nil)
        #expect(reason(message(262_145)) == .tooLarge(262_145))
    }

    /// What has more values than a message could have as text is not even counted.
    @Test(arguments: [(131_072, 1_048_578), (131_073, 262_146)])
    func manyValuesAreNotRead(_ count: Int, _ bytes: Int) {
        let message: [Any] = Array(repeating: 1, count: count)
        #expect(reason(message) == .tooLarge(bytes))
    }

    @Test func aMessageThatIsTheTextOfAValueIsReadAsText() {
        let inner: Any = #"["stop"]"#
        #expect(reason(inner) == nil)
    }

    // MARK: - Sizes

    @Test(
        arguments: [
            (.null, 8), (true, 8), (1, 8), (1.5, 8), ("", 3), ("ab", 5), ("\u{e9}", 5), ([], 2), ([1, "a"], 14),
            ([:], 2), (["a": 1], 15), (["ab": "c", "d": []], 19),
        ] as [(JSONValue, Int)]
    )
    func aValueHasAnApproximateSize(_ value: JSONValue, _ size: Int) {
        #expect(value.bridgeSize == size)
    }

    @Test(
        arguments: [
            (.initialize(["a": 1]), 15), (.loadMetadata(["a": 1]), 15), (.staticStart([:]), 2),
            (.updateMetadata([:]), 2), (.updateOTT([:]), 2), (.trackEvent(["a": 1]), 15), (.play(nil), 1),
            (.play(["a": 1]), 15), (.staticSwitch(nil), 1), (.staticSwitch([:]), 2), (.sendID3("abc"), 3),
            (.userOptOut("\u{e9}"), 2), (.setPlayheadPosition(1), 8), (.stop(nil), 8), (.end(5), 8), (.staticEnd, 8),
            (.setVolume(1), 8),
        ] as [(NielsenBridgeCall, Int)]
    )
    func aCallHasAnApproximateSize(_ call: NielsenBridgeCall, _ size: Int) {
        #expect(call.size == size)
    }

    // MARK: - What is kept

    /// The steps of a queue, in a few letters.
    private func steps(_ queue: inout BridgeQueue, _ calls: NielsenBridgeCall...) -> [String] {
        queue.add(calls.map { BridgeQueue.Item(entry: .success($0), moment: nil) })
        var steps: [String] = []
        while let step = queue.next() {
            switch step {
            case .start: steps.append("start")
            case .apply(let call, _): steps.append("apply \(call.event.rawValue)")
            case .refuse(let error): steps.append("\(error.reason)")
            case .remark: steps.append("remark")
            }
        }
        return steps
    }

    @Test(arguments: [(-1, 0), (0, 0), (1, 1), (2, 2)])
    func soManyCallsAreKept(_ limit: Int, _ kept: Int) {
        var queue = BridgeQueue(.ggPM, maximumKept: limit)
        let refusals = Array(repeating: "\(NielsenBridgeError.Reason.noRoom(kept))", count: 3 - kept)
        #expect(steps(&queue, .play(nil), .stop(nil), .end(nil)) == refusals)
        queue.started(with: ["appid": "P"])
        #expect(steps(&queue) == Array(["apply play", "apply stop", "apply end"].prefix(kept)))
    }

    @Test(arguments: [(19, 1), (20, 2), (21, 2)])
    func soManyBytesAreKept(_ limit: Int, _ kept: Int) {
        var queue = BridgeQueue(.ggPM, maximumKept: 10, maximumKeptBytes: limit)
        let payload = String(repeating: "x", count: 10)
        let found = steps(&queue, .sendID3(payload), .sendID3(payload), .sendID3(payload))
        #expect(found == Array(repeating: "\(NielsenBridgeError.Reason.noRoom(kept))", count: 3 - kept))
        // What is smaller may still have room.
        #expect(steps(&queue, .play(nil)) == (limit % 10 == 0 ? ["\(NielsenBridgeError.Reason.noRoom(kept))"] : []))
    }

    /// What was kept comes before what followed the app information in the same message.
    @Test func whatWasKeptComesFirst() {
        var queue = BridgeQueue(.ggPM, maximumKept: 10)
        #expect(steps(&queue, .play(nil)) == [])
        queue.add([.stop(nil), .initialize(["appid": "P"]), .end(nil)].map { .init(entry: .success($0), moment: nil) })
        guard case .start(let info)? = queue.next() else {
            Issue.record("nothing starts")
            return
        }
        #expect(info == ["appid": "P"])
        queue.started(with: info)
        #expect(steps(&queue) == ["apply play", "apply stop", "apply end"])
        #expect(steps(&queue, .initialize(["appid": "P"]), .staticEnd) == ["remark", "apply staticEnd"])
        let again = "\(NielsenBridgeError.Reason.alreadyInitialized)"
        #expect(steps(&queue, .initialize(["appid": "Q"]), .staticEnd) == [again, "apply staticEnd"])
    }

    @Test func appInformationThatIsRefusedStartsNothing() {
        var queue = BridgeQueue(.trackEvent, maximumKept: 10)
        #expect(steps(&queue, .trackEvent([:]), .initialize([:]), .initialize([:])) == ["start", "start"])
        queue.started(with: ["appid": "P"])
        #expect(steps(&queue, .trackEvent([:])) == ["apply trackEvent", "apply trackEvent"])
    }
}
