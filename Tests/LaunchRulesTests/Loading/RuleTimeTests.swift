// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import Testing

/// How long a hub waits for the rules of its configuration, to the millisecond.
@Suite struct RuleTimeTests {
    private func server(_ configuration: JSONObject = ["rules.url": "rules.zip"]) -> RuleServer {
        let server = RuleServer()
        server.publish(RuleLaunch.configurationPath, configuration)
        server.publish(RuleLaunch.rulesPath, RuleFiles.archive(RuleFiles.echo("late")))
        return server
    }

    private static let made = #"Made {"by":"late","n":"1"}"#

    private func wasToldOfDropping(_ launch: RuleLaunch) -> [String] {
        launch.test.log.records.map(\.message).filter { $0.contains("they came too late for") }
    }

    @Test(arguments: [(29_999, true), (30_000, false)])
    func eventsAreKeptForThirtySeconds(_ milliseconds: Int, _ isKept: Bool) throws {
        let server = server()
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server)
        launch.start()
        try launch.dispatch("one", ["n": 1])
        launch.test.advance(by: .milliseconds(milliseconds))
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        #expect(launch.hub.rules.count == 1)
        #expect(launch.heard == [#"Step {"n":1}"#] + (isKept ? [Self.made] : []))
        #expect(wasToldOfDropping(launch).isEmpty)
    }

    /// What an app sets itself meanwhile does not make the wait longer.
    @Test(arguments: [(299_999, true), (300_000, false)])
    func eventsAreKeptForFiveMinutesWithoutAConfiguration(_ milliseconds: Int, _ isKept: Bool) throws {
        let server = server()
        server.holdBack(RuleLaunch.configurationPath)
        let launch = try RuleLaunch(server)
        launch.start()
        try launch.dispatch("one", ["n": 1])
        launch.test.advance(by: .seconds(200))
        launch.hub.configuration.update(["colour": "blue"])
        launch.test.advance(by: .milliseconds(milliseconds - 200_000))
        server.answer(RuleLaunch.configurationPath)
        launch.test.run()
        #expect(launch.hub.rules.count == 1)
        #expect(launch.heard == [#"Step {"n":1}"#] + (isKept ? [Self.made] : []))
    }

    /// The hub's own events are kept too, so that a few less than a thousand of an app's are all that fit.
    @Test func theFirstEventThatIsLeftOutIsTold() throws {
        var told: [[String]] = []
        for count in 990...1_000 {
            let server = server()
            server.holdBack(RuleLaunch.rulesPath)
            let launch = try RuleLaunch(server)
            launch.start()
            for number in 0..<count { try launch.dispatch("two", ["n": .int(Int64(number))]) }
            server.answer(RuleLaunch.rulesPath)
            launch.test.run()
            told.append(wasToldOfDropping(launch))
        }
        let first = try #require(told.firstIndex { !$0.isEmpty })
        #expect(first > 0)
        let counts = told[first...].map { texts in texts.first?.firstMatch(of: /for ([0-9]+) events/)?.output.1 }
        #expect(counts == (1...(told.count - first)).map { Substring("\($0)") })
    }

    @Test func nothingIsDueOnceRulesAreThere() throws {
        let server = server()
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server, options: HubRuleOptions(holdsEvents: .seconds(3_600)))
        launch.start()
        #expect(launch.test.clock.nextDue == .zero + .seconds(30))
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        #expect(launch.test.clock.nextDue == nil)
    }

    @Test func nothingIsDueOnceItIsKnownThatThereAreNone() throws {
        let server = server(["rules.url": "gone.zip"])
        let launch = try RuleLaunch(server, options: HubRuleOptions(holdsEvents: .seconds(3_600)))
        launch.start()
        try launch.dispatch("one", ["n": 1])
        #expect(launch.heard == [#"Step {"n":1}"#])
        #expect(launch.test.clock.nextDue == nil)
    }

    /// The time of the last call counts.
    @Test func aLaterHoldTakesThePlaceOfAnEarlierOne() throws {
        let server = server()
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server, options: HubRuleOptions(holdsEvents: .seconds(2)))
        launch.hub.rules.follow(HubRuleOptions(holdsEvents: .seconds(5)))
        launch.start()
        try launch.dispatch("one", ["n": 1])
        launch.test.advance(by: .milliseconds(4_999))
        #expect(launch.ear.events.isEmpty)
        launch.test.advance(by: .milliseconds(1))
        #expect(launch.heard == [#"Step {"n":1}"#])
    }
}
