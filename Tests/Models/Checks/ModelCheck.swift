// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A part of the package and a small model of it, written from the documents, that take the same steps.
package protocol ModelCheck {
    /// Something that somebody does. Steps stand for themselves, so that any of them may be left out.
    associatedtype Step: Sendable, CustomStringConvertible

    /// The name that it is run under.
    static var name: String { get }
    /// How many steps one life has: each begins with nothing.
    static var stepsOfALife: Int { get }

    /// Draws a step.
    static func step(_ dice: inout SeededGenerator) -> Step

    /// Begins a life.
    ///
    /// - Parameter seed: The seed from which schedules are drawn.
    /// - Throws: Any error of the part that is checked.
    init(seed: UInt64) throws

    /// Takes a step.
    ///
    /// - Returns: What the part did otherwise than its model; nil where they agree.
    mutating func apply(_ step: Step) throws -> String?

    /// Ends the life.
    ///
    /// - Returns: What was left otherwise than the model has it; nil where they agree.
    mutating func finish() throws -> String?
}

/// A life in which a part and its model differ, with as few steps as were found to lead there.
package struct ModelFailure: Sendable, CustomStringConvertible {
    package let name: String
    package let seed: UInt64
    package let steps: [String]
    package let fault: String

    package var description: String {
        let lines = steps.enumerated().map { "  \($0 + 1). \($1)" }
        return (["\(name), seed \(seed): \(fault), after \(steps.count) steps"] + lines).joined(separator: "\n")
    }
}

extension ModelCheck {
    /// Runs lives until a number of steps have been taken.
    ///
    /// - Parameters:
    ///   - count: The number of steps.
    ///   - seed: The seed from which everything is drawn; the same seed leads to the same lives.
    /// - Returns: The first life in which part and model differ, shortened; nil if they always agree.
    package static func run(steps count: Int, seed: UInt64) -> ModelFailure? {
        var dice = SeededGenerator(seed: seed)
        var left = count
        while left > 0 {
            let lifeSeed = dice.next()
            let steps = (0..<min(left, stepsOfALife)).map { _ in step(&dice) }
            left -= steps.count
            guard let end = end(of: steps, seed: lifeSeed) else { continue }
            let fewest = shortened(Array(steps.prefix(end.count)), seed: lifeSeed)
            let fault = self.end(of: fewest, seed: lifeSeed)?.fault ?? end.fault
            return ModelFailure(name: name, seed: seed, steps: fewest.map(\.description), fault: fault)
        }
        return nil
    }

    /// Lives one life.
    ///
    /// - Returns: How many steps it took until part and model differed, and in what; nil where they agree.
    private static func end(of steps: [Step], seed: UInt64) -> (count: Int, fault: String)? {
        do {
            var check = try Self(seed: seed)
            for (place, step) in steps.enumerated() {
                if let fault = try check.apply(step) { return (place + 1, fault) }
            }
            return try check.finish().map { (steps.count, $0) }
        } catch {
            return (steps.count, "an error was thrown: \(error)")
        }
    }

    /// Leaves out what does not matter: halves first, then smaller parts, then single steps, as long as that helps.
    private static func shortened(_ steps: [Step], seed: UInt64) -> [Step] {
        var steps = steps
        var length = max(1, steps.count / 2)
        var triesLeft = 2_000
        while triesLeft > 0 {
            var isShorter = false
            var start = 0
            while start < steps.count, triesLeft > 0 {
                triesLeft -= 1
                let fewer = Array(steps[..<start] + steps[min(start + length, steps.count)...])
                if let end = end(of: fewer, seed: seed) {
                    steps = Array(fewer.prefix(end.count))
                    isShorter = true
                } else {
                    start += length
                }
            }
            if length == 1, !isShorter { break }
            length = max(1, length / 2)
        }
        return steps
    }
}
