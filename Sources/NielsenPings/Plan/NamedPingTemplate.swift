// SPDX-License-Identifier: Apache-2.0

/// A template beside a set of names, for trying one out without a configuration.
package struct NamedPingTemplate: Sendable {
    private let names: [String: Int]
    private let template: PingTemplate

    /// Parses a template.
    ///
    /// - Parameters:
    ///   - text: The template.
    ///   - names: The names that it may use.
    ///   - delimiter: The text that `+` puts between two operands.
    ///   - hashSeed: The text that is hashed before the operands of `<…>`.
    /// - Throws: ``NielsenPingTemplateError``, which says what is wrong and where.
    package init(
        _ text: String,
        names: [String],
        delimiter: String = "_",
        hashSeed: String = ""
    ) throws(NielsenPingTemplateError) {
        var slots = PingVariable.slots
        for name in names { slots[name] = slots.count }
        self.names = slots
        let context = PingTemplate.Context(
            slot: { slots[$0] },
            delimiter: delimiter,
            hashSeed: hashSeed
        )
        template = try PingTemplate(text, context)
    }

    /// Renders the template.
    ///
    /// - Parameter values: The value of each name; names without a value are empty.
    /// - Returns: The rendered text.
    /// - Throws: ``NielsenMissingPingValue`` if a required value is missing.
    package func render(_ values: [String: NielsenPingValue]) throws(NielsenMissingPingValue) -> String {
        var slots = [NielsenPingValue](repeating: .none, count: names.count)
        for (name, value) in values {
            if let slot = names[name] { slots[slot] = value }
        }
        var marks: [Int] = []
        var buffer = PingBuffer()
        _ = try template.render(slots, marks: &marks, into: &buffer)
        return buffer.text
    }
}
