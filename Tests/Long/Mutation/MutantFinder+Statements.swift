// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Changes of whole statements: one is left out, or a function returns at once.
extension MutantFinder {
    private static let others = [
        "return", "let ", "var ", "if ", "guard ", "for ", "while ", "throw", "self.init", "super", "init(", "switch ",
        "precondition", "assert", "defer", "try ", "await ",
    ]

    func statements(_ line: Int, _ text: String) -> [Mutant] {
        guard line > 0, text.hasSuffix(")"), let first = text.first, first.isLetter || first == "_" else { return [] }
        let previous = code[line - 1].trimmingCharacters(in: .whitespaces)
        let next = line + 1 < code.count ? code[line + 1].trimmingCharacters(in: .whitespaces) : ""
        let begins = ["{", "}", ")"].contains { previous.hasSuffix($0) } || previous.isEmpty
        let name = text.prefix { $0 != "(" }
        guard begins, ![".", "?", "&", "|", "+", ":"].contains(where: next.hasPrefix),
            !Self.others.contains(where: text.hasPrefix), !text.contains(" = "), !text.contains("{"),
            isBalanced(text), !text.contains("reserveCapacity"),
            name.allSatisfy({ $0.isLetter || $0.isNumber || "._?!".contains($0) }),
            // One alone may be the result.
            !(previous.hasSuffix("{") && next == "}")
        else { return [] }
        let whole = lines[line].trimmingCharacters(in: .whitespaces)
        let indent = String(lines[line].prefix { $0 == " " })
        return [
            mutant(line, "\(whole) is left out") {
                ("\(indent)if !MutantSwitch.isOn(\($0)) { \(whole) }", nil)
            }
        ]
    }

    /// A function without a result that does nothing, or one that finds nothing.
    func earlyReturns(_ line: Int, _ text: String) -> [Mutant] {
        guard text.hasSuffix("{"), isBalanced(String(text.dropLast())) else { return [] }
        let result = text.range(of: "-> ").map {
            text[$0.upperBound...].dropLast().trimmingCharacters(in: .whitespaces)
        }
        let value: String
        switch result {
        case nil: value = ""
        case "Bool": value = " false"
        case let result? where result.hasSuffix("?"): value = " nil"
        default: return []
        }
        // One expression is returned without a word, and nothing can stand before it.
        guard value.isEmpty || body(after: line).contains(where: { $0.hasPrefix("return ") }) else { return [] }
        let whole = lines[line]
        return [
            mutant(line, "the function returns\(value) at once") {
                ("\(whole) if MutantSwitch.isOn(\($0)) { return\(value) }", nil)
            }
        ]
    }

    private func body(after line: Int) -> [String] {
        let indent = code[line].prefix { $0 == " " }
        return code[(line + 1)...].prefix { !$0.hasPrefix(indent + "}") }.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
