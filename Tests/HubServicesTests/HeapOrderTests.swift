// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HubServices

/// A heap against a sorted array, and a queue of thousands of alarms.
struct HeapOrderTests {
    @Test func aHeapGivesTheLeastFirst() {
        var generator = SeededGenerator(seed: 11)
        var heap = MinimumHeap<Int>()
        var model: [Int] = []
        #expect(heap.first == nil)
        heap.removeFirst()
        for step in 0..<2_000 {
            switch generator.below(step < 800 ? 5 : 20) {
            case 0...3:
                let element = generator.below(1_000)
                heap.insert(element)
                model.append(element)
                model.sort()
            default:
                heap.removeFirst()
                if !model.isEmpty { model.removeFirst() }
            }
            guard heap.first == model.first, heap.count == model.count else {
                Issue.record("at step \(step)")
                return
            }
        }
    }

    @Test func whatIsRemovedByAConditionLeavesAHeap() {
        var heap = MinimumHeap<Int>()
        for element in (0..<100).map({ $0 * 37 % 100 }) { heap.insert(element) }
        heap.removeAll { $0.isMultiple(of: 3) || $0 < 20 }
        var order: [Int] = []
        while let first = heap.first {
            order.append(first)
            heap.removeFirst()
        }
        #expect(order == (20..<100).filter { !$0.isMultiple(of: 3) })
    }

    @Test(arguments: [false, true])
    func aHeapIsEmptied(_ keepsCapacity: Bool) {
        var heap = MinimumHeap<Int>()
        for element in 0..<10 { heap.insert(element) }
        heap.removeAll(keepingCapacity: keepsCapacity)
        #expect(heap.count == 0 && heap.first == nil)
        heap.insert(7)
        #expect(heap.first == 7)
    }

    /// What thousands of alarms have taken is given back with the last of them, and not before.
    @Test(arguments: [4_095, 4_096, 4_097])
    func thousandsOfAlarmsRunAndAreForgotten(_ count: Int) {
        var queue = AlarmQueue()
        let ran = Locked<[Int]>([])
        func add(_ number: Int) -> AlarmQueue.Alarm {
            queue.add(at: Instant(nanoseconds: Int64(number))) { ran.withLock { $0.append(number) } }
        }
        let alarms = (0..<count).map(add)
        #expect(queue.remove(alarms[1]) != nil)
        #expect(queue.remove(alarms[1]) == nil)
        #expect(queue.count == count - 1 && queue.pending.count == count - 1)
        for work in queue.removeDue(at: Instant(nanoseconds: Int64(count - 2))) { work() }
        #expect(ran.withLock { $0 } == [0] + Array(2..<(count - 1)))
        #expect(queue.count == 1 && queue.nextDue == Instant(nanoseconds: Int64(count - 1)))
        for work in queue.removeDue(at: .distantFuture) { work() }
        #expect(queue.count == 0 && queue.nextDue == nil && queue.pending.isEmpty)
        // An alarm of before is none of now.
        let later = add(count)
        #expect(queue.remove(alarms[0]) == nil)
        #expect(queue.remove(alarms[count - 1]) == nil)
        #expect(queue.count == 1)
        #expect(queue.remove(later) != nil)
    }
}
