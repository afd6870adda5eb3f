// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Models
import Testing

/// Random steps with parts of the package and with small models of them; `MODEL_STEPS` takes another number of them.
@Suite(.timeLimit(.minutes(10)))
struct ModelTests {
    private static let steps = ProcessInfo.processInfo.environment["MODEL_STEPS"].flatMap(Int.init) ?? 10_000

    private static func run(_ name: String, _ steps: Int) throws {
        let check = try #require(ModelChecks.all.first { $0.name == name })
        let failure = check.run(steps: steps, seed: 1)
        #expect(failure == nil, "\(failure?.description ?? "")")
    }

    @Test func anInstanceDoesWhatItsModelDoes() throws { try Self.run("calls", Self.steps) }

    @Test func theExtensionDoesWhatItsModelDoes() throws { try Self.run("instances", Self.steps) }

    @Test func theHubDoesWhatItsModelDoes() throws { try Self.run("hub", Self.steps) }

    /// Each of its steps is a write.
    @Test func theQueueDoesWhatItsModelDoes() throws { try Self.run("queue", Self.steps / 5) }

    /// A counter that forgets its tenth step, and a model that does not.
    private struct Forgetful: ModelCheck {
        enum Step: CustomStringConvertible {
            case count
            case look

            var description: String { self == .count ? "count" : "look" }
        }

        static let name = "forgetful"
        static let stepsOfALife = 200
        private var counted = 0
        private var expected = 0

        static func step(_ dice: inout SeededGenerator) -> Step { Bool.random(using: &dice) ? .count : .look }

        init(seed: UInt64) {}

        mutating func apply(_ step: Step) -> String? {
            guard step == .count else { return counted == expected ? nil : "\(counted) and not \(expected)" }
            expected += 1
            if expected != 10 { counted += 1 }
            return nil
        }

        func finish() -> String? { nil }
    }

    @Test func aDifferenceIsFoundWithTheFewestStepsThatLeadToIt() throws {
        let failure = try #require(Forgetful.run(steps: 1_000, seed: 3))
        #expect(failure.steps == Array(repeating: "count", count: 10) + ["look"])
        #expect(failure.fault == "9 and not 10")
    }
}
