// SPDX-License-Identifier: Apache-2.0

import HubServices

extension JSONObject {
    /// Returns this data with that of an `add` or `mod` merged into it.
    ///
    /// Objects are merged member by member, and lists are put behind lists. A member `name[*]` with an object is merged
    /// into every object of the list `name`.
    ///
    /// - Parameters:
    ///   - changes: The data to merge.
    ///   - overwrites: Whether what is there is replaced, and removed by null.
    /// - Returns: The merged data.
    func applying(_ changes: JSONObject, overwrites: Bool) -> JSONObject {
        var result = self
        for change in changes {
            if let list = Self.listName(change.key) {
                result.changeObjects(ofList: list, change.value, overwrites)
            } else {
                result.change(change.key, change.value, overwrites)
            }
        }
        return result
    }

    private mutating func change(_ name: String, _ new: JSONValue, _ overwrites: Bool) {
        // Null counts as missing.
        var old = self[name]
        if case .null? = old { old = Optional.none }
        switch (old, new) {
        case (_, .null):
            if overwrites { self[name] = nil }
        case (.object(let old), .object(let new)):
            self[name] = .object(old.applying(new, overwrites: overwrites))
        case (.array(let old), .array(let new)):
            self[name] = .array(old + new)
        case (nil, .object(let new)):
            self[name] = .object(JSONObject().applying(new, overwrites: overwrites))
        case (.some, .object(let new)):
            if overwrites { self[name] = .object(JSONObject().applying(new, overwrites: overwrites)) }
        case (nil, _):
            self[name] = new
        case (.some, _):
            if overwrites { self[name] = new }
        }
    }

    private mutating func changeObjects(ofList name: String, _ changes: JSONValue, _ overwrites: Bool) {
        guard case .object(let changes) = changes, case .array(let elements)? = self[name] else { return }
        self[name] = .array(
            elements.map { element in
                guard case .object(let members) = element else { return element }
                return .object(members.applying(changes, overwrites: overwrites))
            }
        )
    }

    /// Returns the list that a member means whose name ends with `[*]`.
    private static func listName(_ name: String) -> String? {
        let mark = "[*]"
        return name.utf8.last == UInt8(ascii: "]") && name.hasSuffix(mark) ? String(name.dropLast(mark.count)) : nil
    }
}
