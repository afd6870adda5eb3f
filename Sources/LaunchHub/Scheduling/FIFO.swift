// SPDX-License-Identifier: Apache-2.0

/// Elements in the order in which they came; taking one out moves nothing and leaves nothing alive.
struct FIFO<Element> {
    private var places: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == places.count }
    var count: Int { places.count - head }

    /// The elements, the first one first.
    var elements: [Element] { places[head...].compactMap { $0 } }

    mutating func append(_ element: Element) {
        places.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < places.count else { return nil }
        let element = places[head].take()
        head += 1
        if head == places.count {
            places.removeAll(keepingCapacity: head < 4_096)
            head = 0
        } else if head >= 64, head * 2 >= places.count {
            places.removeFirst(head)
            head = 0
        }
        return element
    }
}
