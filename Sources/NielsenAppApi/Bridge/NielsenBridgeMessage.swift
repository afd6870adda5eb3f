// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A message of a page, with its calls and errors.
///
/// A message is JSON text, an object or a list. <doc:WebBridge> describes what the documents leave open.
///
/// ```swift
/// let message = try NielsenBridgeMessage(#"{"event": "setPlayheadPosition", "param": 12}"#)
/// message.calls == [.setPlayheadPosition(12)]
/// ```
package struct NielsenBridgeMessage: Sendable, Hashable {
    /// A call, or the reason why it could not be read.
    package typealias Entry = Result<NielsenBridgeCall, NielsenBridgeError>

    /// The version of the messages.
    package static let version: Int64 = 1
    /// The largest size of a message, in bytes; a larger one is refused.
    package static let maximumBytes = 262_144
    /// The deepest nesting of a message; a deeper one is refused.
    package static let maximumDepth = 64
    /// The largest number of elements of a tuple; one with more is refused.
    package static let maximumArguments = 5

    /// The calls and errors, in the order of the message.
    package let entries: [Entry]
    /// The time between each call and the sending of the message; zero if the page does not report it.
    package let lags: [Duration]

    /// The calls, in order.
    package var calls: [NielsenBridgeCall] { entries.compactMap { try? $0.get() } }

    /// The errors, in order.
    package var errors: [NielsenBridgeError] {
        entries.compactMap { entry in
            guard case .failure(let error) = entry else { return nil }
            return error
        }
    }

    /// Reads a message.
    ///
    /// A call of a queue that cannot be read is an entry with an error and does not affect other calls. The text of a
    /// page is only read, never executed.
    ///
    /// - Parameter message: JSON text, a dictionary or a list, as the web view passes it.
    /// - Throws: ``NielsenBridgeError`` if the message as a whole, or its only call, cannot be read.
    package init(_ message: Any) throws(NielsenBridgeError) {
        let value = try Self.value(message)
        var entries = Entries(sent: value["sent"]?.doubleValue)
        do throws(NielsenBridgeError) {
            switch value {
            case .object(let object):
                try Self.read(object, into: &entries)
            case .array(let elements):
                Self.read(elements, into: &entries)
            case .null, .bool, .int, .double, .string:
                throw NielsenBridgeError(.unsupportedMessage(value.kindDescription))
            }
            // A message that consists of a single error is an error as a whole.
            if entries.all.count == 1 { _ = try entries.all[0].get() }
        } catch {
            throw error.placed(at: nil, excerpt: BridgeText.excerpt(of: value))
        }
        self.entries = entries.all
        lags = entries.lags
    }

    /// The entries of a message, each with the time that it waited in the page.
    private struct Entries {
        /// The page's clock at the time of sending, in milliseconds.
        let sent: Double?
        private(set) var all: [Entry] = []
        private(set) var lags: [Duration] = []

        init(sent: Double?) {
            self.sent = sent
        }

        mutating func append(_ entry: Entry, offset: Double? = nil) {
            all.append(entry)
            // Both values are the page's and may be anything.
            let lag = (sent ?? 0) - (offset ?? sent ?? 0)
            let isUsable = lag.isFinite && lag > 0
            lags.append(isUsable ? .milliseconds(min(lag, 86_400_000)) : .zero)
        }
    }

    /// Reads app information that does not come from the page.
    static func initialize(_ appInfo: Any) -> Entry {
        do throws(NielsenBridgeError) {
            return .success(try NielsenBridgeCall(.initialize, param: try untyped(appInfo)))
        } catch {
            return .failure(error)
        }
    }

    // MARK: - The whole

    private static func value(_ message: Any) throws(NielsenBridgeError) -> JSONValue {
        // Each value has at least two bytes as text.
        let most = maximumBytes / 2
        guard !BridgeDepth.isLarger(message, than: most) else { throw NielsenBridgeError(.tooLarge(most * 2 + 2)) }
        guard !BridgeDepth.isNested(message, deeperThan: maximumDepth) else { throw NielsenBridgeError(.tooDeep) }
        if let text = NielsenInput.unwrapped(message) as? String { return try value(text: text) }
        let value = try untyped(message)
        let size = value.bridgeSize
        guard size <= maximumBytes else { throw NielsenBridgeError(.tooLarge(size)) }
        guard !value.isNested(deeperThan: maximumDepth) else { throw NielsenBridgeError(.tooDeep) }
        return value
    }

    private static func value(text: String) throws(NielsenBridgeError) -> JSONValue {
        // Cheap checks come first: a page must not be able to make the reader do needless work.
        let size = text.utf8.count
        guard size <= maximumBytes else { throw NielsenBridgeError(.tooLarge(size), excerpt: text) }
        guard !BridgeText.isNested(text, deeperThan: maximumDepth) else {
            throw NielsenBridgeError(.tooDeep, excerpt: text)
        }
        do {
            return try JSONValue(jsonText: text)
        } catch {
            throw refusal(error).placed(at: nil, excerpt: text)
        }
    }

    private static func untyped(_ value: Any) throws(NielsenBridgeError) -> JSONValue {
        guard !BridgeDepth.isNested(value, deeperThan: maximumDepth) else { throw NielsenBridgeError(.tooDeep) }
        do {
            return try JSONValue(any: value)
        } catch {
            guard let value = try? JSONValue(any: written(value)) else { throw refusal(error) }
            return value
        }
    }

    /// Replaces what a web view passes and JSON does not have, by what JSON text of the page has for it.
    private static func written(_ value: Any) -> Any {
        switch value {
        case let list as [Any]: list.map(written)
        case let object as [AnyHashable: Any]: object.mapValues(written)
        case let date as Date: date.ISO8601Format(.init(includingFractionalSeconds: true))
        case let number as Double where !number.isFinite: NSNull()
        default: value
        }
    }

    private static func refusal(_ error: JSONConversionError) -> NielsenBridgeError {
        switch error.reason {
        case .tooDeep: NielsenBridgeError(.tooDeep)
        case .unsupportedType(let type) where error.path.isEmpty:
            NielsenBridgeError(.unsupportedMessage("a value of type \(BridgeText.shown(type))"))
        case .malformedText(let detail): NielsenBridgeError(.malformed(detail))
        case .unsupportedType, .keyNotString, .notFinite, .notAnObject:
            NielsenBridgeError(.malformed(error.description))
        }
    }

    // MARK: - Lists

    private static func read(_ elements: [JSONValue], into entries: inout Entries) {
        switch elements.first {
        case .string?, .int?, .double?:
            entries.append(
                entry(of: .array(elements)) { () throws(NielsenBridgeError) in try call(elements) }
            )
        case nil, .null?, .bool?, .array?, .object?:
            for (index, element) in elements.enumerated() {
                do throws(NielsenBridgeError) {
                    switch element {
                    case .array(let tuple): entries.append(.success(try call(tuple)))
                    case .object(let object): try read(object, into: &entries)
                    case .null, .bool, .int, .double, .string:
                        throw NielsenBridgeError(.unsupportedMessage(element.kindDescription))
                    }
                } catch {
                    entries.append(.failure(error.placed(at: index, excerpt: BridgeText.excerpt(of: element))))
                }
            }
        }
    }

    /// Reads `[event, param, ...]`; elements after the parameter are ignored.
    private static func call(_ tuple: [JSONValue]) throws(NielsenBridgeError) -> NielsenBridgeCall {
        guard tuple.count <= maximumArguments else { throw NielsenBridgeError(.tooManyArguments(tuple.count)) }
        guard let name = tuple.first else { throw NielsenBridgeError(.missingEvent) }
        let param = tuple.count > 1 ? tuple[1] : nil
        if let track = trackEventName(name) { return try trackEvent(track, param) }
        return try NielsenBridgeCall(event(name), param: param)
    }

    // MARK: - Objects

    private static func read(_ object: JSONObject, into entries: inout Entries) throws(NielsenBridgeError) {
        if let version = object["version"], !isCurrent(version) {
            throw NielsenBridgeError(.unsupportedVersion(BridgeText.excerpt(of: version)))
        }
        let appInfo = present(object["appInfo"])
        let queue = present(object["queue"])
        let name = present(object["event"])
        if let appInfo {
            entries.append(
                entry(of: appInfo) { () throws(NielsenBridgeError) in try NielsenBridgeCall(.initialize, param: appInfo)
                }
            )
        }
        if let queue {
            if let elements = queue.arrayValue {
                read(elements, into: &entries)
            } else {
                let kind = "an object whose queue is \(queue.kindDescription)"
                entries.append(
                    .failure(NielsenBridgeError(.unsupportedMessage(kind), excerpt: BridgeText.excerpt(of: queue)))
                )
            }
        }
        if let name {
            entries.append(
                entry(of: .object(object)) { () throws(NielsenBridgeError) in
                    if let track = trackEventName(name) {
                        return try trackEvent(track, object["param"] ?? .object(unwrapped(object)))
                    }
                    return try NielsenBridgeCall(event(name), param: object["param"])
                },
                offset: object["offset"]?.doubleValue
            )
        } else if appInfo == nil, queue == nil {
            throw NielsenBridgeError(.missingEvent)
        }
    }

    /// Returns a value that is present and not `null`.
    private static func present(_ value: JSONValue?) -> JSONValue? {
        value?.isNull == true ? nil : value
    }

    private static func entry(of value: JSONValue, _ read: () throws(NielsenBridgeError) -> NielsenBridgeCall) -> Entry
    {
        do {
            return .success(try read())
        } catch {
            return .failure(error.placed(at: nil, excerpt: BridgeText.excerpt(of: value)))
        }
    }

    private static func isCurrent(_ version: JSONValue) -> Bool {
        if let number = version.intValue { return number == Self.version }
        return version.stringValue == String(Self.version)
    }

    /// Returns the members of a `trackEvent` dictionary that is itself a message.
    private static func unwrapped(_ object: JSONObject) -> JSONObject {
        var object = object
        for member in ["version", "appInfo", "queue", "offset", "sent"] { object[member] = nil }
        return object
    }

    // MARK: - Events

    private static func event(_ value: JSONValue) throws(NielsenBridgeError) -> NielsenBridgeEvent {
        let event: NielsenBridgeEvent?
        if let text = value.stringValue {
            let name = String(text.drop(while: \.isWhitespace))
            event = Int64(name).map(NielsenBridgeEvent.init(number:)) ?? NielsenBridgeEvent(name: name)
        } else {
            event = value.intValue.flatMap(NielsenBridgeEvent.init(number:))
        }
        guard let event else {
            let shown = value.stringValue.map { "\"\(BridgeText.shown($0))\"" } ?? value.shownShortly
            throw NielsenBridgeError(.unknownEvent(shown))
        }
        return event
    }

    /// Returns the name if `trackEvent` itself knows it, because such a message is a call of it.
    private static func trackEventName(_ value: JSONValue) -> NielsenTrackEvent.Name? {
        guard let name = value.stringValue?.lowercased() else { return nil }
        return NielsenTrackEvent.Name.allCases.first { $0.rawValue.lowercased() == name }
    }

    private static func trackEvent(_ name: NielsenTrackEvent.Name, _ param: JSONValue?) throws(NielsenBridgeError)
        -> NielsenBridgeCall
    {
        guard case .trackEvent(var event) = try NielsenBridgeCall(.trackEvent, param: param) else {
            throw NielsenBridgeError(.missingEvent)
        }
        event["event"] = .string(name.rawValue)
        return .trackEvent(event)
    }
}

extension JSONValue {
    /// The text of a number, or the kind of any other value.
    fileprivate var shownShortly: String { doubleValue == nil ? kindDescription : jsonText }

    /// Returns whether lists and objects are nested deeper than a limit.
    fileprivate func isNested(deeperThan limit: Int) -> Bool {
        switch self {
        case .null, .bool, .int, .double, .string: false
        case .array(let elements): limit == 0 || elements.contains { $0.isNested(deeperThan: limit - 1) }
        case .object(let members): limit == 0 || members.contains { $0.value.isNested(deeperThan: limit - 1) }
        }
    }
}
