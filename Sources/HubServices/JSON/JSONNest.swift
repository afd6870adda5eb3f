// SPDX-License-Identifier: Apache-2.0

/// The storage of an array or object that holds arrays or objects.
///
/// Freeing a native array frees what it holds before it returns, so that a value of many levels needs a stack of as
/// many calls. A nest instead takes its values apart level by level: building a value of 200,000 levels by mistake
/// gives an error from ``JSONValue/validate()`` and not the end of the process.
///
/// Unchecked: a subclass changes its content while there is no other reference to it, or when it is freed.
class JSONNest: @unchecked Sendable {
    fileprivate init() {}

    /// Moves the nests that the values hold to a list, and releases the values.
    fileprivate func empty(into nests: inout [JSONNest]) {}

    /// Releases everything below this nest without recursion.
    fileprivate final func unravel() {
        var nests: [JSONNest] = []
        empty(into: &nests)
        while var nest = nests.popLast() {
            if isKnownUniquelyReferenced(&nest) { nest.empty(into: &nests) }
        }
    }
}

/// The elements of an array that holds arrays or objects.
///
/// Unchecked: as every ``JSONNest``, it changes only while there is no other reference to it, or when it is freed.
final class JSONArrayNest: JSONNest, @unchecked Sendable {
    private(set) var elements: [JSONValue]

    init(_ elements: [JSONValue]) {
        self.elements = elements
    }

    deinit {
        unravel()
    }

    fileprivate override func empty(into nests: inout [JSONNest]) {
        for element in elements { element.nest.map { nests.append($0) } }
        elements = []
    }
}

/// The members of an object that holds arrays or objects, or more members than a search is quick for.
///
/// Unchecked: as every ``JSONNest``, it changes only while there is no other reference to it, or when it is freed.
final class JSONObjectNest: JSONNest, @unchecked Sendable {
    var members: [(String, JSONValue)]
    /// The place of each name in `members`; nil where there are few.
    var index: [String: Int]?

    init(_ members: [(String, JSONValue)], index: [String: Int]?) {
        self.members = members
        self.index = index
    }

    deinit {
        unravel()
    }

    /// Returns the value of a member.
    func value(of key: String) -> JSONValue? {
        guard let index else { return JSONObject.value(of: key, in: members) }
        return index[key].map { members[$0].1 }
    }

    fileprivate override func empty(into nests: inout [JSONNest]) {
        for member in members { member.1.nest.map { nests.append($0) } }
        members = []
    }
}

extension JSONValue {
    /// The nest that the value holds, where it holds one.
    fileprivate var nest: JSONNest? {
        switch self {
        case .null, .bool, .int, .double, .string: nil
        case .array(let elements): elements.nest
        case .object(let members): members.nest
        }
    }

    /// Whether the value is an array or an object.
    @inline(__always)
    var isContainer: Bool {
        switch self {
        case .null, .bool, .int, .double, .string: false
        case .array, .object: true
        }
    }
}
