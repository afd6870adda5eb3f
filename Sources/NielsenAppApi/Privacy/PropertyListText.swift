// SPDX-License-Identifier: Apache-2.0

/// A writer of XML property lists, line by line, with the same output on every platform.
struct PropertyListText {
    private var lines: [String] = []
    private var depth = 0

    /// The whole document.
    var document: String {
        let head = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#,
            #"<plist version="1.0">"#,
        ]
        return (head + lines + ["</plist>", ""]).joined(separator: "\n")
    }

    mutating func dictionary(_ members: (inout PropertyListText) -> Void) {
        nested("dict", members)
    }

    mutating func member(_ key: String, _ value: (inout PropertyListText) -> Void) {
        line("<key>\(Self.escaped(key))</key>")
        value(&self)
    }

    mutating func list<Element>(_ elements: [Element], _ value: (inout PropertyListText, Element) -> Void) {
        guard !elements.isEmpty else { return line("<array/>") }
        nested("array") { text in
            for element in elements { value(&text, element) }
        }
    }

    mutating func string(_ text: String) { line("<string>\(Self.escaped(text))</string>") }

    mutating func truth(_ isTrue: Bool) { line(isTrue ? "<true/>" : "<false/>") }

    private mutating func nested(_ name: String, _ content: (inout PropertyListText) -> Void) {
        line("<\(name)>")
        depth += 1
        content(&self)
        depth -= 1
        line("</\(name)>")
    }

    private mutating func line(_ text: String) {
        lines.append(String(repeating: "\t", count: depth) + text)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
