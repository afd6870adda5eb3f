// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchRules
import Testing

/// How much rules may cause, for one event and within a second, from both sides.
struct RuleChainLimitTests {
    private static func always(_ type: String) -> JSONValue {
        ["type": "matcher", "definition": ["key": "~type", "matcher": "eq", "values": [.string(type)]]]
    }

    /// A rule for events of one type with so many consequences.
    private static func rules(_ count: Int, _ consequence: JSONValue? = nil) throws -> CompiledRules {
        let note: JSONValue = ["id": "n", "type": "note", "detail": [:]]
        let consequences = Array(repeating: consequence ?? note, count: count)
        let rule: JSONValue = ["condition": always("one"), "consequences": .array(consequences)]
        return CompiledRules([(1, try LaunchRuleSet(["rules": [rule]]))])
    }

    /// Runs an event through a chain at a time of day, and returns how many events it caused.
    private static func caused(_ chain: inout RuleChain, _ rules: CompiledRules, at milliseconds: Int64) -> Int {
        let event = RuleEvent(name: "Step", type: "one", source: "app", data: [:], milliseconds: milliseconds)
        let history = MemoryRuleHistory()
        let surroundings = RuleSurroundings(states: NoRuleStates(), history: history, now: milliseconds)
        return chain.run(event, rules, surroundings, history).count - 1
    }

    @Test(arguments: [(127, 127, 0), (128, 128, 0), (129, 128, 1), (200, 128, 72)])
    func anEventCausesOneHundredAndTwentyEightOthersAtMost(_ wanted: Int, _ count: Int, _ dropped: UInt64) throws {
        var chain = RuleChain()
        #expect(Self.caused(&chain, try Self.rules(wanted), at: 0) == count)
        #expect(chain.causedCount == UInt64(count))
        #expect(chain.droppedCount == dropped)
        #expect(chain.troubles.count == (dropped > 0 ? 1 : 0))
    }

    @Test func rulesCauseFiftyThousandEventsInASecondAtMost() throws {
        var chain = RuleChain()
        let rules = try Self.rules(125)
        let full = (0..<400).allSatisfy { round in
            Self.caused(&chain, rules, at: round.isMultiple(of: 2) ? 1_000 : 1_999) == 125
        }
        #expect(full)
        #expect(chain.causedCount == 50_000)
        #expect(chain.droppedCount == 0)
        #expect(chain.troubles.isEmpty)
        #expect(Self.caused(&chain, rules, at: 1_999) == 0)
        #expect(chain.droppedCount == 125)
        #expect(
            chain.troubles == [
                """
                Step: 125 events that rules wanted to cause are left out; one event causes at most 128, and all of one \
                second 50000
                """
            ]
        )
        // The next second is a new one.
        #expect(Self.caused(&chain, rules, at: 2_000) == 125)
        #expect(chain.causedCount == 50_125)
        #expect(chain.droppedCount == 125)
    }

    /// What is left of a second is used up before anything is left out.
    @Test func theLastEventOfASecondGetsWhatIsLeft() throws {
        var chain = RuleChain()
        let rules = try Self.rules(128)
        let full = (0..<390).allSatisfy { _ in Self.caused(&chain, rules, at: 5_000) == 128 }
        #expect(full)
        #expect(Self.caused(&chain, rules, at: 5_000) == 80)
        #expect(chain.causedCount == 50_000)
        #expect(chain.droppedCount == 48)
        #expect(Self.caused(&chain, rules, at: 5_000) == 0)
        #expect(Self.caused(&chain, rules, at: 4_999) == 128)
    }

    /// A log that a rule fills with each event would hide everything else.
    @Test(arguments: [false, true])
    func eightReasonsAreKeptUntilTheyAreRead(isDropped: Bool) throws {
        let nameless: JSONValue = [
            "id": "d", "type": "dispatch",
            "detail": ["type": "", "source": "app", "eventdataaction": "copy"],
        ]
        let rules = isDropped ? try Self.rules(200) : try Self.rules(1, nameless)
        var chain = RuleChain()
        for count in 1...10 {
            _ = Self.caused(&chain, rules, at: 0)
            #expect(chain.troubles.count == min(count, 8))
        }
        chain.troubles = []
        _ = Self.caused(&chain, rules, at: 0)
        #expect(chain.troubles.count == 1)
    }
}
