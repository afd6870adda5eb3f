// SPDX-License-Identifier: Apache-2.0

/// The options and arguments of a command, each with the property that its value goes to.
///
/// A command reads its options as properties of its own: a name that is misspelt, or a value of another type, does not
/// compile.
package struct CommandDeclarations<Command> {
    /// Stores a value; false means that the text is not valid.
    typealias Store = @Sendable (_ text: String, inout Command) -> Bool

    /// An option or a parameter, and what stores its value; that of a flag gets an empty text.
    struct Declared<Outline: Sendable>: Sendable {
        let outline: Outline
        let store: Store
    }

    private(set) var options: [Declared<CommandOutline.Option>] = []
    private(set) var parameters: [Declared<CommandOutline.Parameter>] = []

    // MARK: - Options

    /// Declares an option that has no value.
    ///
    /// - Parameters:
    ///   - name: The long form, with its dashes.
    ///   - short: The short form, with its dash.
    ///   - target: The property that becomes true.
    ///   - help: A description of one line.
    package mutating func flag(
        _ name: String,
        short: String? = nil,
        _ target: any WritableKeyPath<Command, Bool> & Sendable,
        _ help: String
    ) {
        let outline = CommandOutline.Option(name: name, short: short, value: nil, help: help)
        options.append(
            Declared(outline: outline) { _, command in
                command[keyPath: target] = true
                return true
            }
        )
    }

    /// Declares an option with a value.
    ///
    /// - Parameters:
    ///   - name: The long form, with its dashes.
    ///   - short: The short form, with its dash.
    ///   - target: The property that gets the value; it keeps its own where the option is not given.
    ///   - form: The form of the value.
    ///   - help: A description of one line.
    package mutating func option<Value>(
        _ name: String,
        short: String? = nil,
        _ target: any WritableKeyPath<Command, Value> & Sendable,
        _ form: ValueForm<Value>,
        _ help: String
    ) {
        let outline = CommandOutline.Option(name: name, short: short, value: form.outline, help: help)
        options.append(Declared(outline: outline, store: form.stored { $1[keyPath: target] = $0 }))
    }

    /// Declares an option with a value, whose property is nil where it is not given.
    ///
    /// - Parameters:
    ///   - name: The long form, with its dashes.
    ///   - short: The short form, with its dash.
    ///   - target: The property that gets the value.
    ///   - form: The form of the value.
    ///   - help: A description of one line.
    package mutating func option<Value>(
        _ name: String,
        short: String? = nil,
        _ target: any WritableKeyPath<Command, Value?> & Sendable,
        _ form: ValueForm<Value>,
        _ help: String
    ) {
        let outline = CommandOutline.Option(name: name, short: short, value: form.outline, help: help)
        options.append(Declared(outline: outline, store: form.stored { $1[keyPath: target] = $0 }))
    }

    // MARK: - Arguments

    /// Declares an argument that the command needs; those that it does not need come behind it.
    ///
    /// - Parameters:
    ///   - target: The property that gets the value; a command that was parsed never has its own there.
    ///   - form: The form of the value.
    ///   - help: A description of one line.
    package mutating func argument<Value>(
        _ target: any WritableKeyPath<Command, Value> & Sendable,
        _ form: ValueForm<Value>,
        _ help: String
    ) {
        let outline = CommandOutline.Parameter(value: form.outline, help: help, isRequired: true)
        parameters.append(Declared(outline: outline, store: form.stored { $1[keyPath: target] = $0 }))
    }

    /// Declares an argument whose property is nil where it is not given.
    ///
    /// - Parameters:
    ///   - target: The property that gets the value.
    ///   - form: The form of the value.
    ///   - help: A description of one line.
    package mutating func argument<Value>(
        _ target: any WritableKeyPath<Command, Value?> & Sendable,
        _ form: ValueForm<Value>,
        _ help: String
    ) {
        let outline = CommandOutline.Parameter(value: form.outline, help: help)
        parameters.append(Declared(outline: outline, store: form.stored { $1[keyPath: target] = $0 }))
    }

    /// Declares an argument for all the words that are left; the last one of a command.
    ///
    /// - Parameters:
    ///   - target: The property that gets the values in their order.
    ///   - form: The form of each value.
    ///   - help: A description of one line.
    package mutating func arguments<Value>(
        _ target: any WritableKeyPath<Command, [Value]> & Sendable,
        _ form: ValueForm<Value>,
        _ help: String
    ) {
        let outline = CommandOutline.Parameter(value: form.outline, help: help, isRepeated: true)
        parameters.append(Declared(outline: outline, store: form.stored { $1[keyPath: target].append($0) }))
    }
}

extension ValueForm {
    /// Returns what reads a text and stores its value.
    fileprivate func stored<Command>(
        _ store: @escaping @Sendable (Value, inout Command) -> Void
    ) -> CommandDeclarations<Command>.Store {
        { [read] text, command in
            guard let value = read(text) else { return false }
            store(value, &command)
            return true
        }
    }
}
