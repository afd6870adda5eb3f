// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A value of the file with its place.
struct ChannelNode {
    /// A day: no channel is longer, and a plan has a step for each second.
    static let longest: Int64 = 86_400

    let file: String
    let path: String
    let value: JSONValue

    func failure(_ message: String) -> InputFileError {
        InputFileError(file: file, place: path.isEmpty ? "" : "at \(path)", message)
    }

    func optional(_ key: String) throws(InputFileError) -> ChannelNode? {
        guard let member = try object()[key], !member.isNull else { return nil }
        return ChannelNode(file: file, path: path.isEmpty ? key : "\(path).\(key)", value: member)
    }

    func required(_ key: String, _ meaning: String) throws(InputFileError) -> ChannelNode {
        guard let member = try optional(key) else { throw failure("there is no \"\(key)\": \(meaning)") }
        return member
    }

    func object() throws(InputFileError) -> JSONObject {
        guard let object = value.objectValue else {
            throw failure("an object was expected, \(value.kindDescription) was found")
        }
        return object
    }

    func elements() throws(InputFileError) -> [ChannelNode] {
        guard let array = value.arrayValue else {
            throw failure("a list was expected, \(value.kindDescription) was found")
        }
        return array.enumerated().map { ChannelNode(file: file, path: "\(path)[\($0)]", value: $1) }
    }

    func strings(among names: [String]) throws(InputFileError) -> [String] {
        try elements().map { node throws(InputFileError) in try node.name(among: names) }
    }

    /// One of some names.
    func name(among names: [String]) throws(InputFileError) -> String {
        let name = try text()
        guard names.contains(name) else {
            let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
            let hint = Suggestion.text(name, among: names)
            throw failure("\"\(name.prefix(64))\" is unknown; expected one of \(known).\(hint)")
        }
        return name
    }

    /// Refuses members that are none, so that a mistyped one is not passed over.
    func refuse(except names: [String]) throws(InputFileError) {
        for key in try object().keys.sorted() where !names.contains(key) {
            let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
            let hint = Suggestion.text(key, among: names)
            throw failure("there is no member \"\(key.prefix(64))\" here; expected \(known).\(hint)")
        }
    }

    func number(_ range: ClosedRange<Double>) throws(InputFileError) -> Double {
        guard let number = value.doubleValue, range.contains(number) else {
            throw failure("a number from \(range.lowerBound) to \(range.upperBound) was expected")
        }
        return number
    }

    func whole(_ range: ClosedRange<Int64>) throws(InputFileError) -> Int64 {
        guard let number = value.intValue, range.contains(number) else {
            throw failure("a whole number from \(range.lowerBound) to \(range.upperBound) was expected")
        }
        return number
    }

    func text() throws(InputFileError) -> String {
        guard let text = value.stringValue else {
            throw failure("a string was expected, \(value.kindDescription) was found")
        }
        return text
    }

    func seconds() throws(InputFileError) -> Int64 {
        guard let seconds = value.intValue, (0...Self.longest).contains(seconds) else {
            throw failure("a whole number of seconds from 0 to \(Self.longest) was expected")
        }
        return seconds
    }
}
