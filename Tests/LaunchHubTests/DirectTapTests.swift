// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Observers of the package's own, which receive records where they are made.
struct DirectTapTests {
    /// An observer that keeps the names of events, and that takes so many of them until it is woken.
    private final class NameTap: DirectHubTap {
        private let names = Locked<[String]>([])
        private let room: Locked<Int>

        init(room: Int = .max) {
            self.room = Locked(room)
        }

        func receive(_ records: [HubRecord]) -> Bool {
            let new = records.compactMap { record in
                if case .dispatched(let event) = record, event.type == testType { event.name } else { nil }
            }
            names.withLock { $0 += new }
            return room.withLock { room in
                room -= new.count
                return room > 0
            }
        }

        func makeRoom(_ count: Int) { room.withLock { $0 = count } }

        var all: [String] { names.withLock { $0 } }
    }

    @Test func anObserverThatWasRemovedReceivesNothingMoreAndIsFreed() throws {
        let test = TestHub()
        test.start()
        let other = NameTap()
        weak var freed: NameTap?
        do {
            let tap = NameTap()
            freed = tap
            test.hub.install(tap)
            test.hub.install(other)
            test.dispatch(try event("1"))
            test.hub.remove(tap)
            test.dispatch(try event("2"))
            #expect(tap.all == ["1"])
        }
        #expect(freed == nil)
        #expect(other.all == ["1", "2"])
        // Removed twice, or never installed: nothing is to be done.
        test.hub.remove(NameTap())
        test.hub.remove(other)
        test.hub.remove(other)
        test.dispatch(try event("3"))
        #expect(other.all == ["1", "2"])
    }

    @Test func anObserverThatHasTooMuchRestsUntilItIsWoken() throws {
        let test = TestHub()
        test.start()
        let (full, other) = (NameTap(room: 2), NameTap())
        test.hub.install(full)
        test.hub.install(other)
        for number in 1...4 { test.dispatch(try event("\(number)")) }
        #expect(full.all == ["1", "2"])
        // Somebody else's turn.
        test.hub.wake(other)
        test.dispatch(try event("5"))
        #expect(full.all == ["1", "2"])
        full.makeRoom(2)
        test.hub.wake(full)
        for number in 6...8 { test.dispatch(try event("\(number)")) }
        #expect(full.all == ["1", "2", "6", "7"])
        #expect(other.all == (1...8).map(String.init))
    }

    /// The only observer may rest, too: then nothing is recorded, and it is woken all the same.
    @Test func theOnlyObserverIsWokenAgain() throws {
        let test = TestHub()
        test.start()
        let tap = NameTap(room: 1)
        test.hub.install(tap)
        test.dispatch(try event("1"))
        test.dispatch(try event("2"))
        tap.makeRoom(5)
        test.hub.wake(tap)
        test.dispatch(try event("3"))
        test.dispatch(try event("4"))
        #expect(tap.all == ["1", "3", "4"])
    }
}
