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

    @Test func refusalsAreFreshOnce() {
        let log = BridgeLog { _ in }
        #expect(log.removeRefusals().isEmpty)
        #expect(log.json["refused"] == [])
    }
}
