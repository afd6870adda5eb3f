// SPDX-License-Identifier: Apache-2.0

/// Finds what was probably meant.
package enum Suggestion {
    /// Returns " Did you mean …?" for a mistyped name.
    ///
    /// - Parameters:
    ///   - word: The word that was typed.
    ///   - names: The names that would have been valid.
    /// - Returns: The question, with a leading space; empty if no name is near.
    package static func text(_ word: String, among names: [String]) -> String {
        nearest(word, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
    }

    /// The nearest name: one that begins so, or one that few changes lead to.
    package static func nearest(_ word: String, among names: [String]) -> String? {
        let word = String(word.lowercased().prefix(40))
        if let near = closest(word, among: names), near.changes <= max(1, near.name.count / 3) { return near.name }
        let bare = word.drop { $0 == "-" }
        return bare.count < 2 ? nil : names.first { $0.drop { $0 == "-" }.hasPrefix(bare) }
    }

    /// Returns the name that the fewest changes lead to, however many they are.
    ///
    /// - Parameters:
    ///   - word: The word that was typed.
    ///   - names: The names that would have been valid.
    /// - Returns: The name and the number of changes; nil if there is no name.
    package static func closest(_ word: String, among names: [String]) -> (name: String, changes: Int)? {
        let word = String(word.lowercased().prefix(40))
        return names.map { (name: $0, changes: distance(word, $0.lowercased())) }.min { $0.changes < $1.changes }
    }

    /// Returns how many letters must be added, left out, replaced or swapped with the next.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let same = left[row] == right[column]
                var best = min(rows[row][column + 1] + 1, current[column] + 1, rows[row][column] + (same ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                current.append(best)
            }
            rows.append(current)
        }
        return rows[left.count][right.count]
    }
}
