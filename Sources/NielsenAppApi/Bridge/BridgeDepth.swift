// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Checks of the depth and size of an untyped value before anything else reads it.
enum BridgeDepth {
    /// Returns whether lists and dictionaries are nested deeper than a limit; deeper levels are not read.
    ///
    /// Casting a list to a class, as reading a number requires, converts it with all its contents, level by level on
    /// the stack. Values from a page are therefore asked only for their elements until they are known to be shallow.
    static func isNested(_ value: Any, deeperThan limit: Int) -> Bool {
        if let elements = value as? [Any] {
            return limit == 0 || elements.contains { isNested($0, deeperThan: limit - 1) }
        }
        if let members = value as? [AnyHashable: Any] {
            return limit == 0 || members.values.contains { isNested($0, deeperThan: limit - 1) }
        }
        return false
    }

    /// Returns whether a value contains more values than a limit, down to the depth that messages are read.
    ///
    /// Casting to a list or a dictionary converts every element, so sizes are checked first and large values are never
    /// cast.
    static func isLarger(_ value: Any, than limit: Int) -> Bool {
        var left = limit
        return exhausts(&left, value, levels: NielsenBridgeMessage.maximumDepth)
    }

    private static func exhausts(_ left: inout Int, _ value: Any, levels: Int) -> Bool {
        let count = size(value)
        guard count <= left else { return true }
        guard levels > 0, count > 0 else { return false }
        left -= count
        if let elements = value as? [Any] {
            return elements.contains { exhausts(&left, $0, levels: levels - 1) }
        }
        let members = value as? [AnyHashable: Any] ?? [:]
        return members.values.contains { exhausts(&left, $0, levels: levels - 1) }
    }

    private static func size(_ value: Any) -> Int { (value as? any Sized)?.size ?? 0 }
}

/// A collection that reports its size without being converted.
private protocol Sized {
    var size: Int { get }
}

extension Array: Sized {
    fileprivate var size: Int { count }
}

extension Dictionary: Sized {
    fileprivate var size: Int { count }
}

extension NSArray: Sized {
    fileprivate var size: Int { count }
}

extension NSDictionary: Sized {
    fileprivate var size: Int { count }
}
