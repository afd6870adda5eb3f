// SPDX-License-Identifier: Apache-2.0

/// The form of a value in a command line: how it is called, read and explained.
package struct ValueForm<Value>: Sendable {
    let outline: CommandOutline.Value
    let read: @Sendable (String) -> Value?

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - placeholder: The name of the value in the help.
    ///   - expected: The valid values, to complete "use …".
    ///   - choices: The valid values where they are few and known.
    ///   - read: Returns the value of a text that is not empty; nil if it is not valid.
    package init(
        _ placeholder: String,
        expected: String,
        choices: [String] = [],
        read: @escaping @Sendable (String) -> Value?
    ) {
        self.init(placeholder, expected, choices, choices.isEmpty ? .nothing : .words, read)
    }

    fileprivate init(
        _ placeholder: String,
        _ expected: String,
        _ choices: [String],
        _ completion: CommandOutline.Completion,
        _ read: @escaping @Sendable (String) -> Value?
    ) {
        outline = CommandOutline.Value(
            placeholder: placeholder,
            expected: expected,
            choices: choices,
            completion: completion
        )
        self.read = read
    }
}

extension ValueForm where Value == String {
    /// Makes the form of any text that is not empty.
    ///
    /// - Parameters:
    ///   - placeholder: The name of the value in the help.
    ///   - words: Words that shells offer, although others are valid, too.
    /// - Returns: A form for which shells offer the words, and folders if the name is `FOLDER`, nothing else if it is that
    ///   of names or numbers, and files otherwise.
    package static func text(_ placeholder: String, offering words: [String] = []) -> ValueForm {
        let completion: CommandOutline.Completion =
            switch placeholder {
            case "FOLDER": .folders
            case "NAME", "NAMES", "HOST", "NN", "ID", "KEY", "KEY=VALUE", "COMMAND", "ENVIRONMENT", "LIBRARY",
                "RESOURCE":
                words.isEmpty ? .nothing : .words
            default: .files
            }
        return ValueForm(placeholder, "a text that is not empty", words, completion) { $0 }
    }
}

extension ValueForm where Value: FixedWidthInteger {
    /// A whole number within bounds.
    package static func number(_ placeholder: String, in range: ClosedRange<Value>) -> ValueForm
    where Value: Sendable {
        let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
        return ValueForm(placeholder, expected: expected) { text in
            Value(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueForm where Value == Duration {
    /// A time in seconds, with a fraction if need be: more than none, and at most a number of seconds.
    package static func seconds(_ placeholder: String, atMost most: Int) -> ValueForm {
        ValueForm(placeholder, expected: "seconds, more than 0 and at most \(most)") { text in
            guard let seconds = Double(text), seconds > 0, seconds <= Double(most) else { return nil }
            return .seconds(seconds)
        }
    }
}

extension ValueForm where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of the cases of a type.
    package static func choice(_ placeholder: String) -> ValueForm {
        let names = Value.allCases.map(\.rawValue)
        let isShort = names.count <= 2
        let expected = (isShort ? "" : "one of ") + names.joined(separator: isShort ? " or " : ", ")
        return ValueForm(placeholder, expected: expected, choices: names) { Value(rawValue: $0) }
    }
}
