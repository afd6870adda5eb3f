// SPDX-License-Identifier: Apache-2.0

/// Elements in the order in which they came; taking one out moves nothing and leaves nothing alive.
struct FIFO<Element> {
    private var places: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == places.count }
    var count: Int { places.count - head }

    /// The elements, the first one first.
    var elements: [Element] { places[head...].compactMap { $0 } }

    /// The element that came last, or nil.
    var last: Element? { isEmpty ? nil : places[places.count - 1] }

    /// The element that so many came before; nil beyond the end.
    subscript(offset: Int) -> Element? { offset < count ? places[head + offset] : nil }

    mutating func append(_ element: Element) {
        places.append(element)
    }

    /// Puts another element in the place of the one that so many came before.
    mutating func replace(_ offset: Int, with element: Element) {
        guard offset < count else { return }
        places[head + offset] = element
    }

    /// Changes the element that came last, which nothing else holds meanwhile.
    mutating func changeLast(_ change: (inout Element) -> Void) {
        guard !isEmpty, var last = places[places.count - 1].take() else { return }
        change(&last)
        places[places.count - 1] = last
    }

    /// Removes and returns the element at an offset from the first.
    mutating func remove(_ offset: Int) -> Element? {
        guard offset > 0 else { return popFirst() }
        return offset < count ? places.remove(at: head + offset) : nil
    }

    /// Adds an element before the first one.
    mutating func prepend(_ element: Element) {
        if head == 0 {
            places.insert(element, at: 0)
        } else {
            head -= 1
            places[head] = element
        }
    }

    /// Moves the elements that satisfy a condition before the others.
    mutating func moveToFront(where condition: (Element) -> Bool) {
        places = elements.filter(condition) + elements.filter { !condition($0) }
        head = 0
    }

    /// Returns how many elements come before the first one that satisfies a condition; nil where none does.
    func firstPlace(where condition: (Element) -> Bool) -> Int? {
        places[head...].firstIndex { $0.map(condition) ?? false }.map { $0 - head }
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
