// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the library of the same name where that does not exist: the documented names that the package uses, with the
// types that they have in Swift on Apple's systems, and nothing else. Nothing but `.ci/apple` is ever checked against it, and
// nothing of it is ever run.

@_exported import ObjectiveC

@frozen public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
    public var boolValue: Bool
    public init(_ value: Bool) { boolValue = value }
    public init(booleanLiteral value: Bool) { boolValue = value }
}

// The compiler calls these two where a Boolean crosses to Objective-C and back.
public func _convertBoolToObjCBool(_ value: Bool) -> ObjCBool { ObjCBool(value) }
public func _convertObjCBoolToBool(_ value: ObjCBool) -> Bool { value.boolValue }

@frozen public struct Selector: ExpressibleByStringLiteral {
    var pointer: OpaquePointer
    public init(_ text: String) { fatalError() }
    public init(stringLiteral text: String) { fatalError() }
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

extension NSObject: Equatable, Hashable {
    public static func == (left: NSObject, right: NSObject) -> Bool { left.isEqual(right) }
    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
