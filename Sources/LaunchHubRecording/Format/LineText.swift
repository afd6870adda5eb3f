// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// JSON Lines as bytes, whose members stand in the order in which they are added.
package struct LineText {
    /// The lines so far, each with its end.
    package private(set) var bytes: [UInt8] = []
    /// The number of lines.
    package private(set) var lines = 0

    package init() {}

    /// Begins a line.
    ///
    /// - Parameters:
    ///   - key: The name of the first member.
    ///   - value: Its value, which needs no escaping.
    package mutating func begin(_ key: StaticString, _ value: String) {
        append("{\"")
        append(key)
        append("\":\"")
        bytes.append(contentsOf: value.utf8)
        append("\"")
    }

    package mutating func add(_ key: StaticString, _ value: Int64) {
        name(key)
        bytes.append(contentsOf: String(value).utf8)
    }

    package mutating func add(_ key: StaticString, _ value: Bool) {
        name(key)
        append(value ? "true" : "false")
    }

    package mutating func add(_ key: StaticString, _ value: String) {
        name(key)
        write(value)
    }

    package mutating func add(_ key: StaticString, _ value: JSONValue) {
        name(key)
        write(value)
    }

    package mutating func add(_ key: StaticString, _ value: JSONObject) {
        name(key)
        write(value)
    }

    /// Ends the line.
    package mutating func end() {
        append("}\n")
        lines += 1
    }

    /// Adds whole lines.
    package mutating func append(lines other: LineText) {
        bytes += other.bytes
        lines += other.lines
    }

    /// Adds an object that is a part of a text of another kind, in the order of its members.
    package mutating func append(_ object: JSONObject) { write(object) }

    // MARK: - Values

    private mutating func name(_ key: StaticString) {
        append(",\"")
        append(key)
        append("\":")
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A value is no deeper than `JSONValue.maximumDepth`, which every reader of one observes.
    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .int(let value): bytes.append(contentsOf: String(value).utf8)
        case .double(let value):
            // JSON has no other numbers.
            if value.isFinite { bytes.append(contentsOf: "\(value)".utf8) } else { append("null") }
        case .string(let text): write(text)
        case .array(let elements):
            append("[")
            var isFirst = true
            for element in elements {
                if !isFirst { append(",") }
                isFirst = false
                write(element)
            }
            append("]")
        case .object(let object): write(object)
        }
    }

    private mutating func write(_ object: JSONObject) {
        append("{")
        var isFirst = true
        for (key, value) in object {
            if !isFirst { append(",") }
            isFirst = false
            write(key)
            append(":")
            write(value)
        }
        append("}")
    }

    private mutating func write(_ text: String) {
        append("\"")
        var text = text
        text.withUTF8 { utf8 in
            // Stretches without a special byte, which most texts consist of, are copied at once.
            var start = 0
            for place in utf8.indices where Self.needsEscape(utf8[place]) {
                bytes.append(contentsOf: utf8[start..<place])
                escape(utf8[place])
                start = place + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
        append("\"")
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default:
            append("\\u00")
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 15))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10  // in range: below 16
    }
}
