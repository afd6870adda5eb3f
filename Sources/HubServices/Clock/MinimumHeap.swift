// SPDX-License-Identifier: Apache-2.0

/// Elements of which the least is at hand.
@usableFromInline
package struct MinimumHeap<Element: Comparable & Sendable>: Sendable {
    /// Each element is at most as large as the two at twice its place.
    @usableFromInline
    var elements: [Element] = []

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { elements.count }

    /// The least element, or nil.
    @inlinable
    package var first: Element? { elements.first }

    @inlinable
    package mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0 {
            let parent = (place - 1) / 2
            guard elements[place] < elements[parent] else { break }
            elements.swapAt(place, parent)
            place = parent
        }
    }

    /// Removes the least element, if there is one.
    @inlinable
    package mutating func removeFirst() {
        guard let last = elements.popLast(), !elements.isEmpty else { return }
        elements[0] = last
        var place = 0
        while true {
            let left = 2 * place + 1
            guard left < elements.count else { break }
            let right = left + 1
            let isRightLess = right < elements.count && elements[right] < elements[left]
            let child = isRightLess ? right : left
            guard elements[child] < elements[place] else { break }
            elements.swapAt(place, child)
            place = child
        }
    }

    /// Removes the elements that satisfy a condition.
    @inlinable
    package mutating func removeAll(where condition: (Element) -> Bool) {
        elements.removeAll(where: condition)
        // An ordered array is a heap.
        elements.sort()
    }

    /// Removes all elements.
    ///
    /// - Parameter isKept: Whether the memory is kept for what comes.
    @inlinable
    package mutating func removeAll(keepingCapacity isKept: Bool) {
        elements.removeAll(keepingCapacity: isKept)
    }
}
