// SPDX-License-Identifier: Apache-2.0

/// The number of times that each documented event and call gave each code.
package struct CallTally: Sendable, Hashable {
    /// One event or call with one code.
    package struct Row: Sendable, Hashable {
        /// Which event and call; nil for a name that the extension does not know.
        package var call: DocumentedCall?
        /// The event's name as it was sent.
        package var name: String
        /// The code; nil where there was no answer.
        package var code: Int64?
        /// The number of times.
        package var count: Int
    }

    private struct Key: Sendable, Hashable {
        let name: String
        let code: Int64?
    }

    private var counts: [Key: Int] = [:]

    /// Counts a step.
    mutating func add(_ step: SessionStep) {
        guard let command = step.command else { return }
        let name = DocumentedCall(event: command.name)?.event ?? command.name
        counts[Key(name: name, code: step.code), default: 0] += 1
    }

    /// The rows, in the documented order of the events.
    package var rows: [Row] {
        var rows = counts.map { Row(call: DocumentedCall(event: $0.name), name: $0.name, code: $0.code, count: $1) }
        let order = Dictionary(uniqueKeysWithValues: DocumentedCall.allCases.enumerated().map { ($1.event, $0) })
        rows.sort { left, right in
            let (first, second) = (order[left.name] ?? .max, order[right.name] ?? .max)
            return (first, left.name, left.code ?? 0) < (second, right.name, right.code ?? 0)
        }
        return rows
    }
}
