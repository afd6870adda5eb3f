// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import LaunchHubServer

/// What is kept of the calls of a page: the last thousand of each kind.
struct BridgeLogTests {
    @Test(arguments: [999, 1_000, 1_001])
    func aThousandOfEachAreKept(_ count: Int) {
        let log = BridgeLog { _ in }
        log.called([.stop(nil)])
        log.called(Array(repeating: .end(nil), count: count - 1))
        let calls = log.json["calls"]?.arrayValue ?? []
        #expect(calls.count == min(count, 1_000))
        // The oldest gives way.
        #expect((calls.first == calls.last) == (count > 1_000))
    }

    @Test func eventsAndErrorsAreKeptByTheirCodes() {
        let log = BridgeLog { _ in }
        let handler = NielsenAppSDKJSHandler(apiType: nil, environment: NielsenEnvironment())
        for event: [AnyHashable: Any] in [["eventCode": 2001], ["eventDescription": "no code"], ["eventCode": 7]] {
            log.nielsenAppSDKJSHandler(handler, eventOccurred: event)
        }
        for error: [AnyHashable: Any] in [["errorCode": 5, "errorDescription": "words"], [:], ["errorCode": 6]] {
            log.nielsenAppSDKJSHandler(handler, errorOccurred: error)
        }
        #expect(log.json["events"] == [2001, 7])
        #expect(log.json["errors"] == ["5: words", "6: "])
    }

    @Test func aRefusalIsKeptAndFreshOnce() {
        let log = BridgeLog { _ in }
        let handler = NielsenAppSDKJSHandler(apiType: nil, environment: NielsenEnvironment())
        let error = NielsenBridgeError(.missingEvent)
        log.nielsenAppSDKJSHandler(handler, didRefuse: error)
        #expect(log.removeRefusals().map(\.description) == [error.description])
        #expect(log.removeRefusals().isEmpty)
        #expect(log.json["refused"] == [.string(error.description)])
    }

    @Test func refusalsAreFreshOnce() {
        let log = BridgeLog { _ in }
        #expect(log.removeRefusals().isEmpty)
        #expect(log.json["refused"] == [])
    }
}
