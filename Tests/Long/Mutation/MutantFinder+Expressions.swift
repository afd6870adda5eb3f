// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Changes within expressions: operators, numbers, truths, conditions.
extension MutantFinder {
    private static let swaps: [(String, String, String)] = [
        ("<", "<=", "Comparison"), ("<=", "<", "Comparison"), (">", ">=", "Comparison"), (">=", ">", "Comparison"),
        ("==", "!=", "Comparison"), ("!=", "==", "Comparison"), ("&&", "||", "LogicalConjunction"),
        ("||", "&&", "LogicalDisjunction"), ("+", "-", "Addition"), ("-", "+", "Addition"),
        ("+=", "-=", "Assignment"), ("-=", "+=", "Assignment"),
    ]

    func operators(_ line: Int) -> [Mutant] {
        Self.swaps.flatMap { old, new, precedence in
            places(of: " \(old) ", in: code[line]).compactMap { place -> Mutant? in
                let (before, after) = split(line, at: place, length: old.count + 2)
                if after.hasPrefix("nil") || before.hasSuffix("nil") { return nil }
                return mutant(line, "\(old) becomes \(new)") { id in
                    let name = old + Self.mark(id)
                    return ("\(before) \(name) \(after)", Self.declaration(name, old, new, precedence, id))
                }
            }
        }
    }

    /// The number of a mutant as it may stand in the name of an operator, which has no digits.
    private static func mark(_ id: Int) -> String {
        String(String(id, radix: 2).map { $0 == "1" ? "^" : "~" })
    }

    private static func declaration(_ name: String, _ old: String, _ new: String, _ precedence: String, _ id: Int)
        -> String
    {
        let function =
            switch precedence {
            case "Comparison": "<T: \(old == "==" || old == "!=" ? "Equatable" : "Comparable")>(a: T, b: T) -> Bool"
            case "Addition": "<T: AdditiveArithmetic>(a: T, b: T) -> T"
            case "Assignment": "<T: AdditiveArithmetic>(a: inout T, b: T)"
            default: "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"
            }
        let (effect, right) = precedence.hasPrefix("Logical") ? ("try ", "b()") : ("", "b")
        return """
            infix operator \(name): \(precedence)Precedence
            func \(name) \(function) {
                if MutantSwitch.isOn(\(id)) { \(effect)a \(new) \(right) } else { \(effect)a \(old) \(right) }
            }
            """
    }

    func numbers(_ line: Int) -> [Mutant] {
        let characters = Array(code[line])
        var found: [Mutant] = []
        var place = 0
        while place < characters.count {
            guard characters[place].isASCII, characters[place].isNumber else {
                place += 1
                continue
            }
            let start = place
            while place < characters.count,
                characters[place].isLetter || characters[place].isNumber || characters[place] == "_"
            {
                place += 1
            }
            let text = String(characters[start..<place])
            guard let number = Int(text.filter { $0 != "_" }), number < 10_000_000,
                isWhole(characters, from: start, to: place)
            else { continue }
            let (left, right) = split(line, at: start, length: place - start)
            for step in [1, -1] where number + step >= 0 {
                found.append(
                    mutant(line, "\(text) becomes \(number + step)") {
                        ("\(left)MutantSwitch.plus(\($0), \(text), \(step))\(right)", nil)
                    }
                )
            }
        }
        return found
    }

    /// Whether digits are a whole number, and not part of a name, a fraction, a tuple's member or a closure's parameter.
    private func isWhole(_ characters: [Character], from start: Int, to end: Int) -> Bool {
        let before = start > 0 ? characters[start - 1] : " "
        let isFraction = end + 1 < characters.count && characters[end] == "." && characters[end + 1].isNumber
        guard !before.isLetter, !before.isNumber, !"_$-#".contains(before), !isFraction else { return false }
        return before != "." || start > 1 && characters[start - 2] == "."
    }

    func truths(_ line: Int) -> [Mutant] {
        ["true", "false"].flatMap { word in
            places(of: word, in: code[line]).compactMap { place -> Mutant? in
                let characters = Array(code[line])
                let end = place + word.count
                let before = place > 0 ? characters[place - 1] : " "
                let after = end < characters.count ? characters[end] : " "
                guard !before.isLetter, !after.isLetter, !".`_".contains(before), !"`_".contains(after) else {
                    return nil
                }
                let (left, right) = split(line, at: place, length: word.count)
                // Behind a loop without an end nothing is returned, and the compiler knows that by the literal alone.
                guard !left.hasSuffix("while ") else { return nil }
                return mutant(line, "\(word) is turned round") {
                    ("\(left)MutantSwitch.not(\($0), \(word))\(right)", nil)
                }
            }
        }
    }

    /// The conditions of `if`, `while` and `guard`, each of several apart.
    func conditions(_ line: Int, _ text: String) -> [Mutant] {
        let heads = [("if ", " {"), ("} else if ", " {"), ("while ", " {"), ("guard ", " else {")]
        guard let (head, tail) = heads.first(where: { text.hasPrefix($0.0) }), let end = code[line].range(of: tail),
            let begin = code[line].range(of: head)
        else { return [] }
        let first = code[line].distance(from: code[line].startIndex, to: begin.upperBound)
        let all = code[line][begin.upperBound..<end.lowerBound]
        guard isBalanced(String(all)) else { return [] }
        var start = first
        return clauses(of: all).compactMap { clause in
            defer { start += clause.count + 1 }
            let trimmed = clause.trimmingCharacters(in: .whitespaces)
            let isBoolean = !["let ", "var ", "case ", "#", "await ", "try ", "{"].contains { trimmed.contains($0) }
            guard isBoolean, !trimmed.isEmpty, trimmed != "true" else { return nil }
            let place = start + clause.prefix { $0 == " " }.count
            let (left, right) = split(line, at: place, length: trimmed.count)
            let whole = String(lines[line].dropFirst(place).prefix(trimmed.count))
            return mutant(line, "\(whole) is turned round") {
                ("\(left)MutantSwitch.not(\($0), \(whole))\(right)", nil)
            }
        }
    }

    /// What stands between the commas that are not within brackets.
    private func clauses(of text: Substring) -> [String] {
        var depth = 0
        var clauses = [""]
        for character in text {
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                clauses.append("")
            } else {
                clauses[clauses.count - 1].append(character)
            }
        }
        return clauses
    }
}
