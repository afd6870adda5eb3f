// SPDX-License-Identifier: Apache-2.0

import Testing

/// One table of scripts, told in six ways: the credit is the same, and the one that was counted by hand.
struct CreditWaysTests {
    @Test(arguments: Script.all, Way.allCases)
    func everyWayIsCreditedAsCounted(_ script: Script, _ way: Way) async throws {
        do {
            let credits = try await WayBench().credits(script.steps, by: way)
            #expect(credits == script.credits, "\(script.count)")
            #expect(script.obstacles[way] == nil)
        } catch let obstacle as Obstacle {
            #expect(obstacle == script.obstacles[way])
        }
    }

    @Test func everyWayTellsMostScripts() {
        #expect(Script.all.count >= 29)
        #expect(Set(Script.all.map(\.title)).count == Script.all.count)
        for way in Way.allCases {
            let told = Script.all.count { $0.obstacles[way] == nil }
            #expect(told >= 22, "\(way.rawValue): \(told) of \(Script.all.count)")
        }
        #expect(Script.all.allSatisfy { $0.obstacles[.calls] == nil && $0.obstacles[.bridge] == nil })
    }
}
