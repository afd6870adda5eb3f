// SPDX-License-Identifier: Apache-2.0

/// The elements of a JSON array.
///
/// It is used like an array, and ``elements`` is one.
public struct JSONArray: Sendable {
    /// The elements as an array.
    public let elements: [JSONValue]

    /// Makes an array of elements.
    ///
    /// - Parameter elements: The elements in their order.
    public init(_ elements: [JSONValue]) {
        self.elements = elements
    }
}

extension JSONArray: RandomAccessCollection, ExpressibleByArrayLiteral {
    /// Makes an array of the elements of a literal.
    public init(arrayLiteral elements: JSONValue...) { self.init(elements) }

    /// The place of the first element.
    public var startIndex: Int { 0 }

    /// The place behind the last element.
    public var endIndex: Int { elements.count }

    /// The element at a place.
    public subscript(position: Int) -> JSONValue { elements[position] }

    /// Walks over the elements in order.
    public func makeIterator() -> IndexingIterator<[JSONValue]> { elements.makeIterator() }
}

extension JSONArray: Hashable {
    /// Compares the elements in order.
    public static func == (left: JSONArray, right: JSONArray) -> Bool { left.elements == right.elements }

    /// Feeds the elements.
    public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension JSONValue {
    /// Returns a list value of the given elements.
    ///
    /// - Parameter elements: The elements, in order.
    /// - Returns: The list as a value.
    @inlinable
    public static func array(_ elements: [JSONValue]) -> JSONValue { .array(JSONArray(elements)) }
}
