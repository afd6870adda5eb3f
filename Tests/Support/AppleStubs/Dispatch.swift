// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Stands in for the library of the same name where that does not exist: the documented names that the package uses, with the
// types that they have in Swift on Apple's systems, and nothing else. Nothing but `.ci/apple` is ever checked against it, and
// nothing of it is ever run.

@_exported import DispatchHeaders
import ObjectiveC

public struct DispatchQoS: Sendable, Equatable {
    public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }

    public let qosClass: QoSClass
    public static let background = DispatchQoS(qosClass: .background)
    public static let `default` = DispatchQoS(qosClass: .default)
    public static let unspecified = DispatchQoS(qosClass: .unspecified)
    public static let userInitiated = DispatchQoS(qosClass: .userInitiated)
    public static let userInteractive = DispatchQoS(qosClass: .userInteractive)
    public static let utility = DispatchQoS(qosClass: .utility)
}

public struct DispatchTime: Sendable, Comparable {
    public let uptimeNanoseconds: UInt64
    public init(uptimeNanoseconds: UInt64) { self.uptimeNanoseconds = uptimeNanoseconds }
    public static let distantFuture = DispatchTime(uptimeNanoseconds: .max)
    public static func now() -> DispatchTime { fatalError() }
    public static func < (left: DispatchTime, right: DispatchTime) -> Bool { false }
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
    public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
}

public enum DispatchTimeInterval: Sendable { case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never }

public protocol DispatchSourceProtocol: AnyObject, Sendable {
    func cancel()
    func resume()
    func setEventHandler(handler: (@Sendable () -> Void)?)
}
public protocol DispatchSourceTimer: DispatchSourceProtocol {
    func schedule(deadline: DispatchTime, repeating interval: DispatchTimeInterval)
}
extension DispatchSourceTimer {
    public func schedule(deadline: DispatchTime) {}
}
public protocol DispatchSourceSignal: DispatchSourceProtocol {}

public enum DispatchSource {
    public static func makeSignalSource(signal: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceSignal { fatalError() }
    public static func makeTimerSource(queue: DispatchQueue? = nil) -> any DispatchSourceTimer { fatalError() }
}

public final class DispatchQueue: Sendable {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        public static let concurrent = Attributes(rawValue: 1)
    }

    public static var main: DispatchQueue { fatalError() }
    public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
    public init(label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [], target: DispatchQueue? = nil) {}
    public func async(execute work: @escaping @Sendable () -> Void) {}
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {}
    public func sync<Result>(execute work: () throws -> Result) rethrows -> Result { try work() }
}

public enum DispatchTimeoutResult: Sendable { case success, timedOut }

public final class DispatchSemaphore: Sendable {
    public init(value: Int) {}
    @discardableResult public func signal() -> Int { 0 }
    public func wait() {}
    @discardableResult public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}

public final class DispatchGroup: Sendable {
    public init() {}
    public func enter() {}
    public func leave() {}
    public func wait() {}
}
