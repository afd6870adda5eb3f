// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The dotted path of a value in data: `contextdata.tags.0`.
///
/// The data is walked as it is. Names may hold dots themselves: `a.b.c` leads to `c` in the member `a.b`, too.
struct RulePath: Sendable, Hashable {
    /// The longest path in bytes, and the most parts: what is longer cannot lead anywhere but costs time at each event.
    static let lengthLimit = 1_024
    static let partLimit = 64
    private static let preparedPartLimit = 4

    /// The path as it was written.
    let text: String
    private let parts: [String]
    /// The names that may begin at each part: the part alone, with the one behind it, and so on; empty for a path of so
    /// many parts that they are made when they are needed.
    private let names: [[String]]
    /// The parts as places in lists; -1 where one is no place.
    private let places: [Int]

    /// Makes a path.
    ///
    /// - Parameter text: The path. Nil where it is longer than paths may be.
    init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count <= Self.partLimit else { return nil }
        self.text = text
        self.parts = parts
        names =
            parts.count > Self.preparedPartLimit
            ? [] : parts.indices.map { start in parts[start...].indices.map { Self.name(parts[start...$0]) } }
        places = parts.map(Self.place)
    }

    static func == (left: RulePath, right: RulePath) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) {
        // All else is made of it.
        hasher.combine(text)
    }

    /// Returns a place in a list: digits without zeros in front.
    private static func place(_ part: String) -> Int {
        guard let place = Int(part), place >= 0, String(place) == part else { return -1 }
        return place
    }

    /// Returns the value that the path leads to; nil if it leads to no value, or to null.
    func value(in object: JSONObject) -> JSONValue? { value(in: object, from: 0) }

    /// Returns whether the path leads to a value that is not null.
    func leadsToValue(in object: borrowing JSONObject) -> Bool { value(in: copy object, from: 0) != nil }

    private static func name(_ parts: ArraySlice<String>) -> String {
        parts.count == 1 ? parts[parts.startIndex] : parts.joined(separator: ".")
    }

    private func value(in object: JSONObject, from part: Int) -> JSONValue? {
        for last in part..<parts.count {
            let name = names.isEmpty ? Self.name(parts[part...last]) : names[part][last - part]
            guard let below = object[name] else { continue }
            if let value = value(below, from: last + 1) { return value }
        }
        return nil
    }

    private func value(_ value: JSONValue, from part: Int) -> JSONValue? {
        guard part < parts.count else { return value.isNull ? Optional.none : value }
        switch value {
        case .object(let members):
            return self.value(in: members, from: part)
        case .array(let elements):
            let place = places[part]
            guard place >= 0, place < elements.count else { return nil }
            return self.value(elements[place], from: part + 1)
        case .null, .bool, .int, .double, .string:
            return nil
        }
    }
}
