// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// The data of a view in each form that apps pass: members whose names are no texts are left out.
struct ViewabilityCallTests {
    private let data: [AnyHashable: Any] = ["viewTag": "7", 5: "five"]
    private let line = #"trackViewability {viewTag: "7"}"#

    @Test func aCallOfTheClassicInterfaceIsMade() throws {
        let bench = Bench()
        let api = try bench.makeApi()
        api.trackViewability(data)
        api.trackViewability(["viewTag": "7"] as [String: Any])
        #expect(bench.lines.records.map(\.message).filter { $0.hasPrefix("trackViewability") } == [line, line])
    }

    @Test func aCallOfTheEventInterfaceIsMade() throws {
        let bench = Bench()
        let tracker = try bench.makeTracker()
        tracker.trackViewability(data)
        tracker.trackViewability(["viewTag": "7"] as [String: Any])
        #expect(bench.lines.records.map(\.message).filter { $0.hasPrefix("trackViewability") } == [line, line])
    }
}
