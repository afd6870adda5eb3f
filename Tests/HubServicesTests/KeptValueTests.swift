// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// One value that goes on in memory where its store refuses.
@Suite struct KeptValueTests {
    private let store = RefusingStore()

    private func count(_ value: KeptValue) -> (result: Int64, problem: StorageError?) {
        value.change { value in
            let next = (value?.intValue ?? 0) + 1
            value = .int(next)
            return next
        }
    }

    @Test func whatCannotBeWrittenHoldsUntilItCan() {
        let value = KeptValue("count", in: store, clock: ManualClock())
        _ = count(value)
        store.refusesWriting.withLock { $0 = true }
        #expect(count(value) == (2, RefusingStore.unwritten))
        #expect(count(value) == (3, RefusingStore.unwritten))
        #expect(value.read() == (3, nil))
        #expect(store.values.value(forKey: "count") == 1)
        store.refusesWriting.withLock { $0 = false }
        #expect(count(value) == (4, nil))
        #expect(store.values.value(forKey: "count") == 4)
        // From now on the store is asked again.
        store.values.set(9, forKey: "count")
        #expect(value.read() == (9, nil))
    }

    @Test func whatCannotBeReadBeginsAnewInMemoryUntilItCan() {
        store.values.set(7, forKey: "count")
        store.refusesReading.withLock { $0 = true }
        let value = KeptValue("count", in: store, clock: ManualClock())
        #expect(value.read() == (nil, RefusingStore.unread))
        #expect(count(value) == (1, RefusingStore.unread))
        #expect(count(value) == (2, RefusingStore.unread))
        #expect(value.read() == (2, RefusingStore.unread))
        #expect(store.values.value(forKey: "count") == 7)
        store.refusesReading.withLock { $0 = false }
        // What is kept was there before.
        #expect(count(value) == (8, nil))
        #expect(store.values.value(forKey: "count") == 8)
    }
}
