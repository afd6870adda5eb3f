// SPDX-License-Identifier: Apache-2.0

import Models
import Testing

/// Random steps with parts of the package and with small models of them; `Tests/Long` takes a million of them.
struct ModelTests {
    private static func run(_ name: String, _ steps: Int) throws {
        let check = try #require(ModelChecks.all.first { $0.name == name })
        let failure = check.run(steps: steps, seed: 1)
        #expect(failure == nil, "\(failure?.description ?? "")")
    }

    @Test func anInstanceDoesWhatItsModelDoes() throws { try Self.run("calls", 2_000) }

    @Test func theExtensionDoesWhatItsModelDoes() throws { try Self.run("instances", 2_000) }

    @Test func theHubDoesWhatItsModelDoes() throws { try Self.run("hub", 2_000) }

    /// Each of its steps is a write.
    @Test func theQueueDoesWhatItsModelDoes() throws { try Self.run("queue", 400) }
}
