// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds what can be changed in a file, line by line.
///
/// Nothing here knows types: what does not compile is left out when the mutants are built.
struct MutantFinder {
    private let module: String
    private let file: String
    let lines: [String]
    /// The lines with comments and texts as blanks.
    let code: [String]
    private let isBuilt: [Bool]

    init(module: String, file: String, source: String) {
        self.module = module
        self.file = file
        lines = source.components(separatedBy: "\n")
        code = SourceMask(source).lines
        isBuilt = BuiltLines.of(code)
    }

    private static let declarations = [
        "import ", "case ", "@", "extension ", "typealias ", "infix ", "protocol ", "subscript", "default:",
    ]

    /// Everything that can be changed.
    var mutants: [Mutant] {
        code.indices.flatMap { line -> [Mutant] in
            // Values within texts are code that the mask does not tell from text.
            guard isBuilt[line], lines[line].count == code[line].count, !lines[line].contains("\\(") else { return [] }
            let text = code[line].trimmingCharacters(in: .whitespaces)
            if text.contains("func ") { return earlyReturns(line, text) }
            let isDeclaration = Self.declarations.contains { text.hasPrefix($0) } || text.contains("init(")
            guard !isDeclaration, !text.contains("associatedtype"), !isParameter(text) else { return [] }
            return operators(line) + numbers(line) + truths(line) + conditions(line, text) + statements(line, text)
        }
    }

    /// Whether a line is a parameter with a value of its own, which only public names may stand in.
    private func isParameter(_ text: String) -> Bool {
        guard let colon = text.range(of: ": "), let value = text.range(of: " = ") else { return false }
        return colon.lowerBound < value.lowerBound && !text.contains("let ") && !text.contains("var ")
    }

    func mutant(
        _ line: Int,
        _ change: String,
        _ rewrite: @escaping @Sendable (_ id: Int) -> (String, String?)
    ) -> Mutant {
        let before = line > 0 ? lines[line - 1] : ""
        return Mutant(module: module, file: file, line: line, text: lines[line], before: before, change: change) { id in
            let (line, declaration) = rewrite(id)
            return (line, declaration)
        }
    }

    // MARK: - Text

    func isBalanced(_ text: String) -> Bool {
        var depth = 0
        for character in text {
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    func places(of text: String, in line: String) -> [Int] {
        guard line.contains(text) else { return [] }
        let (text, line) = (Array(text), Array(line))
        return (0...line.count - text.count).filter { Array(line[$0..<$0 + text.count]) == text }
    }

    /// What stands before and behind a part of a line, as it was written.
    func split(_ line: Int, at place: Int, length: Int) -> (String, String) {
        (String(lines[line].prefix(place)), String(lines[line].dropFirst(place + length)))
    }
}
