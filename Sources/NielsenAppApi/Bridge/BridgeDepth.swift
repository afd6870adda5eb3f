// SPDX-License-Identifier: Apache-2.0

/// Looks how deep an untyped value is before anything else touches it.
enum BridgeDepth {
    /// True where lists and dictionaries are nested deeper than a limit; what is deeper is not looked at.
    ///
    /// A cast of a list to a class, as reading a number needs, converts it with all that is in it, level by level on the
    /// stack. So values from a page are asked for nothing but their elements until they are known to be shallow.
    static func isNested(_ value: Any, deeperThan limit: Int) -> Bool {
        if let elements = value as? [Any] {
            return limit == 0 || elements.contains { isNested($0, deeperThan: limit - 1) }
        }
        if let members = value as? [AnyHashable: Any] {
            return limit == 0 || members.values.contains { isNested($0, deeperThan: limit - 1) }
        }
        return false
    }

    /// How many values a value has at most two levels down; those are counted without being looked at.
    ///
    /// Converting a value costs a thousand times as much as asking a dictionary for its size.
    static func count(_ value: Any) -> Int {
        if let elements = value as? [Any] {
            return elements.reduce(elements.count) { $0 + size($1) }
        }
        if let members = value as? [AnyHashable: Any] {
            return members.values.reduce(members.count) { $0 + size($1) }
        }
        return 0
    }

    private static func size(_ value: Any) -> Int {
        if let elements = value as? [Any] { return elements.count }
        return (value as? [AnyHashable: Any])?.count ?? 0
    }
}
