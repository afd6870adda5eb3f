// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Calls that a page's queue has held back are made at the time at which the page made them.
struct BridgeOffsetTests {
    private let bench = Bench()

    private func handler(_ text: String) -> NielsenAppSDKJSHandler {
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: bench.environment())
        bench.clock.advance(by: .seconds(600))
        handler.receive(text)
        return handler
    }

    private static let early =
        #"{"appInfo": {"appid": "P"}, "sent": 30000.5, "queue": [{"event": "loadMetadata", "param": {"type": "content", "#
        + #""assetid": "a"}, "offset": 500.5}, {"event": 49, "param": 0, "offset": 1000.5}]}"#

    @Test func aCallHasTheTimeAtWhichThePageMadeIt() throws {
        let handler = handler(Self.early)
        #expect(handler.api != nil)
        // Sent 29 s after the playhead's call.
        let now = NielsenEnvironment(clock: bench.clock).clock.date.timeIntervalSince1970 * 1000
        let view = try #require(bench.sink.records.last)
        #expect(view.kind == .view)
        #expect(Double(view.time) == now - 29_000)
        // A call of the app itself has the app's time; the end of a view is reported with its last credited second.
        handler.api?.loadMetadata(["type": "static", "section": "Home"])
        #expect(Double(bench.sink.records.last?.time ?? 0) == now)
        handler.api?.end()
        #expect(Double(bench.sink.records.last?.time ?? 0) == now - 28_000)
    }

    @Test(arguments: ["null", "\"x\"", "-1e300", "1e300", "40000", "true"])
    func anOffsetThatIsNoneChangesNothing(_ offset: String) throws {
        let text = #"{"sent": 30000, "queue": [{"event": 49, "param": 0, "offset": \#(offset)}]}"#
        let message = try NielsenBridgeMessage(text)
        #expect(message.calls == [.setPlayheadPosition(0)])
        #expect(message.lags.allSatisfy { $0 >= .zero && $0 <= .seconds(86_400) })
        if offset != "-1e300" { #expect(message.lags == [.zero]) }
        #expect(try NielsenBridgeMessage(#"{"event": 49, "param": 0, "offset": 5}"#).lags == [.zero])
    }
}
