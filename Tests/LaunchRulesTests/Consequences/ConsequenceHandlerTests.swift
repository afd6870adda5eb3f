// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// Handlers of consequences that an app registers.
@Suite struct ConsequenceHandlerTests {
    private struct Profile: HubConsequenceHandler {
        let values = Recorder<String>()

        func handle(_ consequence: HubConsequence) throws {
            let key = try consequence.text("key")
            switch try consequence.text("operation") {
            case "write": values.append("\(key)=\(try consequence.optionalText("value") ?? "")")
            case "delete": values.append("-\(key)")
            case let other: throw LaunchRuleError.invalid("operation", "\(other) is unknown; write or delete is needed")
            }
        }
    }

    private static func hub(_ consequences: JSONValue...) throws -> TestHub {
        let test = TestHub()
        test.hub.rules.replace(
            with: try LaunchRuleSet([
                "rules": [
                    [
                        "condition": [
                            "type": "matcher", "definition": ["key": "~type", "matcher": "eq", "values": ["one"]],
                        ],
                        "consequences": .array(consequences),
                    ]
                ]
            ])
        )
        test.start()
        return test
    }

    private static func csp(_ detail: JSONObject) -> JSONValue {
        ["id": "p", "type": "csp", "detail": .object(detail)]
    }

    @Test func receivesTheConsequencesOfItsKindWithTheirTokensReplaced() throws {
        let test = try Self.hub(
            Self.csp(["operation": "write", "key": "show", "value": "{%title%}"]),
            ["id": "x", "type": "other", "detail": ["key": "a", "operation": "delete"]],
            Self.csp(["operation": "delete", "key": "ad"])
        )
        let profile = Profile()
        let token = test.hub.rules.handle("csp", with: profile)
        let listener = test.listener(type: "com.adobe.eventType.rulesEngine")
        let event = try test.dispatch("Step", type: "one", source: "com.example.app", data: ["title": "News"])
        #expect(profile.values.elements == ["show=News", "-ad"])
        // The documented events leave all the same.
        #expect(listener.events.count == 3)
        #expect(listener.events.compactMap(HubConsequence.init).map(\.kind) == ["csp", "other", "csp"])
        #expect(listener.events.allSatisfy { $0.parentID == event.id })
        token.cancel()
        try test.dispatch("Step", type: "one", source: "com.example.app")
        #expect(profile.values.count == 2)
    }

    @Test func whatAHandlerThrowsIsLoggedOnceWithTheConsequence() throws {
        let test = try Self.hub(Self.csp(["operation": "burn", "key": "show"]), Self.csp(["operation": "write"]))
        test.hub.rules.handle("csp", with: Profile())
        for _ in 0..<3 { try test.dispatch("Step", type: "one", source: "com.example.app") }
        let warnings = test.log.records.filter { $0.tag == "Rules" }.map(\.message)
        #expect(
            warnings == [
                """
                consequence "p" (csp) is not carried out: "operation" of the detail cannot be used: burn is unknown; write \
                or delete is needed
                """,
                "consequence \"p\" (csp) is not carried out: the detail has no \"key\"; a text is needed",
            ]
        )
    }

    @Test func aClosureMayThrowAnyError() throws {
        struct Trouble: Error, CustomStringConvertible { let description = "no confetti left" }
        let test = try Self.hub(["id": "c", "type": "confetti", "detail": [:]])
        test.hub.rules.handle("confetti") { _ in throw Trouble() }
        try test.dispatch("Step", type: "one", source: "com.example.app")
        #expect(test.log.records.contains { $0.message.hasSuffix("(confetti) is not carried out: no confetti left") })
    }

    @Test func aHandlerThatTakesLongIsReportedAndDelaysNoOther() throws {
        let test = try Self.hub(["id": "c", "type": "confetti", "detail": [:]])
        let overruns = test.listener(type: .hub, source: .overrun)
        let others = Recorder<String>()
        test.hub.rules.handle("confetti") { _ in test.clock.advance(by: .milliseconds(150)) }
        test.hub.rules.handle("confetti") { others.append($0.id) }
        try test.dispatch("Step", type: "one", source: "com.example.app")
        #expect(others.elements == ["c"])
        #expect(overruns.events.count == 1)
    }
}
