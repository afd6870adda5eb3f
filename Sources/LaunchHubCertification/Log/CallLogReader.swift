// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices
package import NielsenAppApi

/// Reads the lines of a call log: `{"t": seconds, "call": name, "args": [...]}`.
///
/// Names may have any capitals, and numbers may be text. A reader keeps no line.
package enum CallLogReader {
    /// Times beyond this many seconds, 300,000 years, are not times.
    private static let largestTime = 1e13

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - bytes: The line, without its end.
    ///   - number: The number of the line, from 1.
    /// - Returns: The call.
    /// - Throws: ``LogFault`` with what is wrong and what would be right.
    package static func read(_ bytes: Data, line number: Int) throws(LogFault) -> LoggedCall {
        try call(try object(bytes), line: number)
    }

    /// Reads a line of JSON.
    package static func object(_ bytes: Data) throws(LogFault) -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(jsonData: bytes)
        } catch {
            // Nearly every line is JSON, which has neither a NUL nor bytes that are no text.
            guard !bytes.contains(0), String(data: bytes, encoding: .utf8) != nil else {
                throw LogFault(rule: .lineNotUTF8, message: "The bytes are not UTF-8.")
            }
            if case .tooDeep = error.reason { throw LogFault(rule: .lineTooDeep, message: "\(error).") }
            throw LogFault(rule: .lineNotJSON, message: "The line is not JSON: \(error).")
        }
        guard let object = value.objectValue else {
            throw LogFault(rule: .lineNotJSON, message: "The line is \(value.kindDescription), and not an object.")
        }
        return object
    }

    /// Reads a call.
    package static func call(_ object: JSONObject, line number: Int) throws(LogFault) -> LoggedCall {
        guard let named = member("call", of: object), !named.isNull else {
            throw LogFault(rule: .lineWithoutCall, message: "The line has no \"call\".")
        }
        guard let name = named.stringValue, !name.isEmpty else {
            throw LogFault(rule: .lineWithoutCall, message: "\"call\" is \(shown(named)), and not a name.")
        }
        let time = try time(of: object)
        var arguments: [JSONValue] = []
        switch member("args", of: object) {
        case nil, .null?: break
        case .array(let list)?: arguments = list
        case let single?: arguments = [single]
        }
        if let kind = CallNames.kind(name) {
            return LoggedCall(line: number, time: time, kind: kind, name: name, arguments: arguments)
        }
        guard let event = arguments.first else {
            throw LogFault(rule: .lineArguments, message: "ggPM has no arguments; the first one is its number or name.")
        }
        guard event.stringValue != nil || event.doubleValue != nil else {
            let message = "The first argument of ggPM is \(shown(event)), and not its number or name."
            throw LogFault(rule: .lineArguments, message: message)
        }
        let inner = "ggPM(\(event.stringValue ?? event.jsonText))"
        arguments.removeFirst()
        return LoggedCall(
            line: number,
            time: time,
            kind: CallNames.kind(ggPM: event),
            name: inner,
            arguments: arguments
        )
    }

    private static func time(of object: JSONObject) throws(LogFault) -> Double {
        guard let value = member("t", of: object), !value.isNull else {
            throw LogFault(rule: .lineWithoutTime, message: "The line has no \"t\", the time in seconds.")
        }
        guard let time = number(value), time.magnitude <= largestTime else {
            throw LogFault(rule: .lineWithoutTime, message: "\"t\" is \(shown(value)), and not a number of seconds.")
        }
        return time
    }

    /// The number that a value is, or that its text is; nil for what is not finite.
    static func number(_ value: JSONValue) -> Double? {
        if let number = value.doubleValue { return number.isFinite ? number : nil }
        guard let text = value.stringValue?.filter({ !$0.isWhitespace }), text.utf8.count <= 64,
            text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    /// A value as it stands in a message.
    static func shown(_ value: JSONValue) -> String {
        switch value {
        case .array, .object, .null: value.kindDescription
        case .string(let text): "\"\(text.prefix(64))\""
        case .bool, .int, .double: String(value.jsonText.prefix(64))
        }
    }

    /// Finds a member, in other capitals if need be.
    private static func member(_ name: String, of object: JSONObject) -> JSONValue? {
        object[name] ?? object.first { $0.key.lowercased() == name }?.value
    }
}

/// A line of a log that cannot be read.
package struct LogFault: Error, Sendable {
    package let rule: Rule
    /// A description of what is wrong.
    package let message: String
}
