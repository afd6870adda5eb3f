// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenTestSupport
import Testing

@testable import NielsenAppApi

/// The calls that wait for a configuration: how many there are, and what is left of them where none comes.
struct PendingCallTests {
    private let time = NielsenTime(ManualClock())

    private func makeCalls(limit: Int) -> PendingCalls {
        let beginning = PendingCalls.Beginning(
            choice: false,
            isOptedOutByApp: false,
            appInfo: Bench.appInfo,
            issues: [],
            time: time
        )
        return PendingCalls(beginning, limit: limit)
    }

    /// The kept calls in a few letters.
    private func names(_ pending: PendingCalls) -> [String] {
        pending.calls.map { call, _ in
            switch call {
            case .call(.userOptOut(let text)): "choice \(text)"
            case .call(let call): call.name
            case .event: "event"
            case .setDisabled(let isDisabled): "disabled \(isDisabled)"
            case .lifecycle: "lifecycle"
            case .trackViewability: "viewability"
            case .see: "see"
            }
        }
    }

    @Test(arguments: [(-1, 0, 3), (0, 0, 3), (1, 1, 2), (2, 2, 1), (3, 3, 0), (4, 3, 0)])
    func theEarliestCallsAreKept(_ limit: Int, _ kept: Int, _ dropped: Int) {
        var pending = makeCalls(limit: limit)
        for call in [.play([:]), .stop, .end] as [NielsenCall] { pending.keep(.call(call), at: time) }
        #expect(names(pending) == Array(["play", "stop", "end"].prefix(kept)))
        #expect(pending.dropped == dropped)
    }

    @Test func theChoicesOutliveAFailure() {
        var pending = makeCalls(limit: 100)
        let calls: [InstanceCall] = [
            .call(.play([:])), .call(.userOptOut("1")), .setDisabled(true), .call(.playheadPosition(1)),
            .trackViewability(.failure(NielsenError(.failedSendPing, "x")), looksAtOnce: false), .see(nil, of: nil),
            .lifecycle(.launch), .call(.userOptOut("0")), .call(.end),
        ]
        for call in calls { pending.keep(call, at: time) }
        #expect(names(pending).count == calls.count)
        pending.keepChoicesOnly()
        #expect(names(pending) == ["choice 1", "viewability", "choice 0"])
    }

    @Test func theLastCallDecidesWhetherMeasurementIsDisabled() {
        var pending = makeCalls(limit: 100)
        #expect(pending.isDisabled == nil)
        pending.keep(.call(.stop), at: time)
        #expect(pending.isDisabled == nil)
        for isDisabled in [true, false, true, true] {
            pending.keep(.setDisabled(isDisabled), at: time)
            pending.keep(.call(.stop), at: time)
            #expect(pending.isDisabled == isDisabled)
        }
    }
}
