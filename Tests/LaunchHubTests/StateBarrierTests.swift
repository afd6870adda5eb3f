// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Reads that wait for the owner of a state, at the very moment at which an event gets its number.
struct StateBarrierTests {
    /// An observer that reads the owner's state as of each event when that is routed, before any mailbox has it.
    private final class ReadingTap: DirectHubTap {
        private let read = Locked<[SharedState]>([])
        private let hub: EventHub

        init(_ hub: EventHub) {
            self.hub = hub
        }

        func receive(_ records: [HubRecord]) -> Bool {
            for case .dispatched(let event) in records where event.type == testType {
                let state = hub.state(of: "owner", at: event, .barrier)
                read.withLock { $0.append(state) }
            }
            return true
        }

        var states: [SharedState] { read.withLock { $0 } }
    }

    /// The owner has handled everything before the first event of a batch, and cannot have handled what comes with it.
    @Test(arguments: 1...4)
    func onlyTheFirstEventOfABatchFindsEverythingBeforeItHandled(_ count: Int) throws {
        let test = TestHub()
        try test.hub.register("owner") { runtime in try runtime.publishState(["value": 1]) }
        test.start()
        test.dispatch(try event("before"))
        let tap = ReadingTap(test.hub)
        test.hub.install(tap)
        for event in try events(0..<count) { test.hub.dispatch(event) }
        test.run()
        let expected = [.set(["value": 1])] + Array(repeating: SharedState.pending, count: count - 1)
        #expect(tap.states == expected)
        test.hub.remove(tap)
    }
}
