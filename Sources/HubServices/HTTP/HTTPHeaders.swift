// SPDX-License-Identifier: Apache-2.0

/// The header fields of a request or a response, whose names are compared regardless of case.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers["if-none-match"] = "\"v1\""
/// ```
package struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A field, with its name and value.
    package struct Field: Sendable, Hashable {
        /// The field's name, as it was spelled.
        package let name: String
        package let value: String

        let folded: String

        init(name: String, value: String) {
            self.name = name
            self.value = value
            folded = name.lowercased()
        }
    }

    /// The fields, in the order in which their names were first set.
    package private(set) var fields: [Field] = []

    package init() {}

    /// Makes fields from pairs; of two with the same name the later one is kept.
    ///
    /// - Parameter pairs: Names and values.
    package init(_ pairs: some Sequence<(String, String)>) {
        for (name, value) in pairs {
            self[name] = value
        }
    }

    /// Makes fields from a literal; of two with the same name the later one is kept.
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    /// The value of a field; setting nil removes it.
    ///
    /// - Parameter name: The name of the field, in any case.
    package subscript(name: String) -> String? {
        get {
            let folded = name.lowercased()
            return fields.first { $0.folded == folded }?.value
        }
        set {
            let folded = name.lowercased()
            let place = fields.firstIndex { $0.folded == folded }
            switch (place, newValue) {
            case (let place?, let value?): fields[place] = Field(name: name, value: value)
            case (let place?, nil): fields.remove(at: place)
            case (nil, let value?): fields.append(Field(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// The first field that would not survive the way to a server, in words, or nil where all are well-formed.
    ///
    /// A line break in a value would end the field and begin another one.
    var firstDefect: String? {
        for field in fields {
            guard HTTPHeaders.isToken(field.name) else {
                return "the header name \(field.name.debugDescription) holds more than letters, digits and -_."
            }
            guard HTTPHeaders.isPlainText(field.value) else {
                return "the value of the header \(field.name) holds a line break or another control character"
            }
        }
        return nil
    }

    /// Returns whether a text can be the value of a field, that is, has no control characters.
    ///
    /// - Parameter text: The value in question.
    /// - Returns: False if it contains a line break or another control character.
    package static func isPlainText(_ text: String) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
