// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import TestSupport
import Testing

/// Rules that a configuration names come and go with it.
@Suite struct FollowConfigurationTests {
    /// A rule that the announcement of a configuration causes an event, and one for the event that the hub is open.
    private static let announcing = RuleFiles.file(
        RuleFiles.rule("com.adobe.eventType.configuration", RuleFiles.dispatch("Configured")),
        [
            "condition": [
                "type": "matcher",
                "definition": ["key": "~source", "matcher": "eq", "values": ["com.adobe.eventSource.booted"]],
            ],
            "consequences": [RuleFiles.dispatch("Opened")],
        ]
    )

    private func server(_ configuration: JSONObject, _ rules: JSONObject? = nil, etag: String? = nil) -> RuleServer {
        let server = RuleServer()
        server.publish(RuleLaunch.configurationPath, configuration)
        if let rules { server.publish(RuleLaunch.rulesPath, RuleFiles.archive(rules), etag: etag) }
        return server
    }

    // MARK: - In force before the configuration is announced

    @Test func embeddedRulesSeeTheAnnouncementThatBringsThem() throws {
        let launch = try RuleLaunch(server(["rules": .object(Self.announcing)]))
        launch.start()
        #expect(launch.heard.contains("Configured {}"))
        #expect(launch.hub.rules.origin == .embedded)
        #expect(launch.report["origin"] == "embedded")
        #expect(launch.report["count"] == 2)
    }

    @Test func cachedRulesSeeTheAnnouncementOfTheSecondLaunchWithoutANetwork() throws {
        let folder = try TemporaryFolder()
        let server = server(["rules.url": "rules.zip?key=secret"], Self.announcing, etag: "\"1\"")
        let first = try RuleLaunch(server, folder.url)
        first.start()
        #expect(first.hub.rules.origin == .downloaded)
        #expect(first.report["address"] == "https://p.example/base/p/rules.zip")
        first.test.shutDown()

        server.isDown = true
        let second = try RuleLaunch(server, folder.url)
        second.test.advance(by: .seconds(60))
        second.start(configures: false)
        // The open hub first, then its configuration, and each once.
        #expect(second.heard == ["Opened {}", "Configured {}"])
        #expect(second.hub.rules.origin == .cached)
        #expect(second.hub.rules.loadedAt == first.hub.rules.loadedAt)
        #expect(second.report["problem"] != nil)
        #expect(second.hub.rules.problem?.code == .network)
    }

    @Test func rulesInAFolderAreInForceWhenConfigureReturns() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"rules.url": "../rules.json"}"#, to: "p/app.json")
        try folder.write(Self.announcing.jsonText, to: "rules.json")
        let launch = try RuleLaunch(RuleServer(), base: folder.url.absoluteString)
        launch.test.start()
        launch.hub.configuration.configure(withAppID: "p/app")
        #expect(launch.hub.rules.count == 2)
        launch.test.run()
        #expect(launch.heard.contains("Configured {}"))
    }

    // MARK: - A first launch

    @Test func whatHappensBeforeTheFirstDownloadCausesItsEventsOnceAndInOrder() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("first"))
        server.holdBack(RuleLaunch.configurationPath)
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server)
        launch.start()
        try launch.dispatch("one", ["n": 1])
        server.answer(RuleLaunch.configurationPath)
        launch.test.run()
        launch.test.advance(by: .seconds(3))
        try launch.dispatch("one", ["n": 2])
        try launch.dispatch("two", ["n": 3])
        #expect(launch.heard == [#"Step {"n":1}"#, #"Step {"n":2}"#, #"Step {"n":3}"#])
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        try launch.dispatch("one", ["n": 4])
        #expect(
            launch.heard.dropFirst(3) == [
                #"Made {"by":"first","n":"1"}"#, #"Made {"by":"first","n":"2"}"#,
                #"Step {"by":"first","n":4}"#, #"Made {"by":"first","n":"4"}"#,
            ]
        )
        // What is caused late happened when its cause did.
        let events = launch.ear.events.filter { $0.name == "Made" || $0.data["n"] != nil }
        let instants = Dictionary(grouping: events) { $0.data["n"]?.intValue ?? Int64($0.data["n"]?.stringValue ?? "") }
        for number in [1, 2, 4] as [Int64] {
            let pair = try #require(instants[number])
            #expect(pair.count == 2 && pair[0].instant == pair[1].instant && pair[0].date == pair[1].date)
            #expect(pair[1].parentID == pair[0].id)
        }
        // Numbers are those of the order of delivery.
        #expect(launch.ear.numbers == launch.ear.numbers.sorted())
    }

    @Test func theOpeningOfTheHubIsSeenByRulesOfAConfigurationThatIsAskedForLater() throws {
        let server = server(["rules.url": "rules.zip"], Self.announcing)
        let launch = try RuleLaunch(server)
        launch.start(configures: false)
        launch.hub.configuration.configure(withAppID: "p/app")
        launch.test.run()
        #expect(launch.heard == ["Opened {}", "Configured {}"])
    }

    @Test func theOldestOfVeryManyEventsCauseNothing() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("late"))
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server)
        launch.start()
        for number in 0..<1_500 { try launch.dispatch("one", ["n": .int(Int64(number))]) }
        let kept = launch.heard.count
        #expect(kept == 1_500)
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        let made = launch.heard.dropFirst(kept)
        #expect(made.count == 1_000)
        #expect(made.first == #"Made {"by":"late","n":"500"}"#)
        #expect(made.last == #"Made {"by":"late","n":"1499"}"#)
        #expect(launch.test.log.records.contains { $0.message.contains("too late for 5") })
    }

    @Test func rulesThatComeTooLateSeeOnlyWhatFollows() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("late"))
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server)
        launch.start()
        try launch.dispatch("one", ["n": 1])
        launch.test.advance(by: .seconds(30))
        try launch.dispatch("one", ["n": 2])
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        #expect(launch.heard == [#"Step {"n":1}"#, #"Step {"n":2}"#])
        try launch.dispatch("one", ["n": 3])
        #expect(launch.heard.last == #"Made {"by":"late","n":"3"}"#)
    }

    @Test(arguments: [true, false])
    func nothingIsKeptWhereNoRulesCome(_ isPublished: Bool) throws {
        let server = isPublished ? server(["colour": "blue"]) : server(["rules.url": "gone.zip"])
        server.publish(RuleLaunch.rulesPath, RuleFiles.archive(RuleFiles.echo("late")))
        let launch = try RuleLaunch(server)
        launch.start()
        try launch.dispatch("one", ["n": 1])
        launch.hub.configuration.update(["rules.url": "rules.zip"])
        launch.test.run()
        #expect(launch.heard == [#"Step {"n":1}"#])
        #expect(launch.hub.rules.count == 1)
    }

    @Test func anAppsOwnRulesApplyMeanwhileAndEachRuleAppliesOnce() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("property"))
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server)
        launch.start()
        launch.hub.rules.add(try LaunchRuleSet(RuleFiles.echo("own")), as: "own")
        try launch.dispatch("one", ["n": 1])
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        #expect(
            launch.heard == [
                #"Step {"by":"own","n":1}"#, #"Made {"by":"own","n":"1"}"#, #"Made {"by":"property","n":"1"}"#,
            ]
        )
    }

    @Test(arguments: [true, false])
    func anEventWithAMaskIsRecordedOnceAlthoughRulesComeLater(_ hasOwnRules: Bool) throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("late"))
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server)
        let history = HubEventHistory(file: nil, maximumAge: nil)
        let key = try #require(RuleHistoryKey(RuleHistoryContent(["n": 1], mask: ["n"])))
        if hasOwnRules { launch.hub.rules.use(recorder: history) }
        launch.start()
        let event = try Event(name: "Step", type: "one", source: "com.example.app", data: ["n": 1], mask: ["n"])
        launch.test.dispatch(event)
        if !hasOwnRules { launch.hub.rules.use(recorder: history) }
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        #expect(launch.heard.last == #"Made {"by":"late","n":"1"}"#)
        #expect(history.times(of: key).count == 1)
    }

    @Test func anOptOutForgetsWhatWasKeptAndKeepsTheRules() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("late"))
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server)
        launch.start()
        try launch.dispatch("one", ["n": 1])
        launch.hub.configuration.update(["global.privacy": "optedout"])
        try launch.dispatch("one", ["n": 2])
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        #expect(launch.heard == [#"Step {"n":1}"#, #"Step {"n":2}"#, #"Made {"by":"late","n":"2"}"#])
        #expect(launch.hub.rules.origin == .downloaded)
    }

    // MARK: - Holding the start

    @Test func aHeldStartLetsRulesChangeTheFirstEvents() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("held"))
        server.holdBack(RuleLaunch.configurationPath)
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server, holdsEvents: .seconds(2))
        // Neither the user's choice nor an app's own values say that there are no rules.
        launch.hub.configuration.update(["global.privacy": "optedin"])
        launch.start()
        try launch.dispatch("one", ["n": 1])
        server.answer(RuleLaunch.configurationPath)
        launch.test.run()
        #expect(launch.ear.events.isEmpty)
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        #expect(launch.heard == [#"Step {"by":"held","n":1}"#, #"Made {"by":"held","n":"1"}"#])
        launch.test.advance(by: .seconds(10))
        #expect(launch.ear.events.count { $0.source == .booted } == 1)
    }

    @Test func aHeldStartEndsAtItsDeadlineAndLosesNothing() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("late"))
        server.holdBack(RuleLaunch.rulesPath)
        let launch = try RuleLaunch(server, holdsEvents: .seconds(2))
        launch.start()
        try launch.dispatch("one", ["n": 1])
        launch.test.advance(by: .milliseconds(1_999))
        #expect(launch.ear.events.isEmpty)
        launch.test.advance(by: .milliseconds(1))
        #expect(launch.heard == [#"Step {"n":1}"#])
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        #expect(launch.heard.last == #"Made {"by":"late","n":"1"}"#)
    }

    @Test func aHeldStartEndsWhereNoRulesArePublishedAndWithTheHub() throws {
        let launch = try RuleLaunch(server(["colour": "blue"]), holdsEvents: .seconds(2))
        launch.start()
        #expect(launch.ear.events.contains { $0.source == .booted })

        let other = try RuleLaunch(RuleServer(), holdsEvents: .seconds(3_600))
        other.test.start()
        try other.dispatch("one")
        other.test.shutDown()
        #expect(other.heard == ["Step {}"])
    }

    // MARK: - Changes

    @Test func anUnchangedFileIsConfirmedAndNotReadAgain() throws {
        let folder = try TemporaryFolder()
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("one"), etag: "\"1\"")
        let first = try RuleLaunch(server, folder.url)
        first.start()
        first.test.shutDown()
        let second = try RuleLaunch(server, folder.url)
        second.test.advance(by: .seconds(3_600))
        second.start(configures: false)
        #expect(server.requests(for: RuleLaunch.rulesPath).map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
        #expect(second.hub.rules.origin == .cached)
        #expect(second.report["checkedAt"]?.intValue == 1_700_003_600_000)
        #expect(second.report["loadedAt"]?.intValue == 1_700_000_000_000)
        #expect(second.report["problem"] == nil)
    }

    @Test(arguments: ["<html>log in</html>", "PK not an archive", "{\"rules\": 5}"])
    func aBadFileReplacesNoGoodOne(_ bad: String) throws {
        let folder = try TemporaryFolder()
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("good"), etag: "\"1\"")
        let first = try RuleLaunch(server, folder.url)
        first.start()
        server.publish(RuleLaunch.rulesPath, Data(bad.utf8), etag: "\"2\"")
        first.hub.rules.download()
        first.test.run()
        #expect(first.hub.rules.count == 1 && first.hub.rules.origin == .downloaded)
        #expect(first.hub.rules.problem != nil)
        #expect(first.report["problem"]?.stringValue?.contains("https://p.example/base/p/rules.zip") == true)
        first.test.shutDown()

        server.isDown = true
        let second = try RuleLaunch(server, folder.url)
        second.start(configures: false)
        #expect(second.hub.rules.count == 1)

        // It is asked for again after a while, as a network with a login page gives way.
        server.isDown = false
        server.publish(RuleLaunch.rulesPath, RuleFiles.archive(RuleFiles.echo("better")), etag: "\"3\"")
        second.test.advance(by: .seconds(600))
        try second.dispatch("one", ["n": 1])
        #expect(second.heard.last == #"Made {"by":"better","n":"1"}"#)
        #expect(second.hub.rules.problem == nil)
    }

    @Test func aFileThatIsNotThereIsNotAskedForAgain() throws {
        let launch = try RuleLaunch(server(["rules.url": "rules.zip"]))
        launch.start()
        launch.test.advance(by: .seconds(3_600))
        #expect(launch.server.requests(for: RuleLaunch.rulesPath).count == 1)
        #expect(launch.hub.rules.problem?.code == .httpStatus)
    }

    /// What may be better later is asked for again, and what says that it stays is not.
    @Test(arguments: [
        (500, true), (503, true), (408, true), (425, true), (429, true), (304, true), (400, false), (403, false),
        (410, false), (206, false), (499, false),
    ])
    func aStatusSaysWhetherToAskAgain(_ status: Int, _ isAskedAgain: Bool) throws {
        let server = server(["rules.url": "rules.zip"])
        server.publish(RuleLaunch.rulesPath, Data(), status: status)
        let launch = try RuleLaunch(server)
        launch.start()
        launch.test.advance(by: .seconds(3_600))
        #expect((server.requests(for: RuleLaunch.rulesPath).count > 1) == isAskedAgain)
        #expect(launch.hub.rules.problem?.code == .httpStatus)
    }

    @Test func theRequestOfACoreIsAnswered() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("old"))
        let launch = try RuleLaunch(server)
        launch.start()
        server.publish(RuleLaunch.rulesPath, RuleFiles.archive(RuleFiles.echo("new")))
        try launch.test.dispatch(
            "Download Rules",
            type: .configuration,
            source: .requestContent,
            data: ["config.downloadRules": true]
        )
        try launch.dispatch("one", ["n": 1])
        #expect(launch.heard.last == #"Made {"by":"new","n":"1"}"#)
        #expect(server.requests(for: RuleLaunch.rulesPath).count == 2)
    }

    @Test func aConfigurationThatIsChangedTwiceHasTheRulesOfTheSecond() throws {
        let server = server(["rules.url": "rules.zip"], RuleFiles.echo("first"))
        server.publish("/base/p/other.zip", RuleFiles.archive(RuleFiles.echo("second")))
        server.holdBack(RuleLaunch.rulesPath)
        server.holdBack("/base/p/other.zip")
        let launch = try RuleLaunch(server)
        launch.start()
        try launch.dispatch("one", ["n": 1])
        launch.hub.configuration.update(["rules.url": "other.zip"])
        launch.test.run()
        try launch.dispatch("one", ["n": 2])
        server.answer("/base/p/other.zip")
        launch.test.run()
        server.answer(RuleLaunch.rulesPath)
        launch.test.run()
        try launch.dispatch("one", ["n": 3])
        #expect(launch.heard.filter { $0.hasPrefix("Made") } == (1...3).map { #"Made {"by":"second","n":"\#($0)"}"# })
        #expect(launch.report["address"] == "https://p.example/base/p/other.zip")
    }

    @Test func rulesGoWithTheirAddress() throws {
        let server = server([:], RuleFiles.echo("property"))
        let launch = try RuleLaunch(server)
        launch.hub.rules.add(try LaunchRuleSet(RuleFiles.file()), as: "own")
        launch.hub.configuration.update(["rules.url": "https://p.example/base/p/rules.zip"])
        launch.start(configures: false)
        #expect(launch.hub.rules.count == 1)
        launch.hub.configuration.update(["rules.url": .null])
        launch.test.run()
        #expect(launch.hub.rules.count == 0)
        #expect(launch.hub.rules.origin == nil)
        #expect(launch.report["origin"] == nil && launch.report["address"] == nil)
        try launch.dispatch("one", ["n": 1])
        #expect(launch.heard == [#"Step {"n":1}"#])
    }

    // MARK: - Where rules may come from

    @Test func embeddedAndBundledRulesStandInUntilTheFirstDownload() throws {
        let folder = try TemporaryFolder()
        let bundled = folder.file("bundled.zip")
        try RuleFiles.archive(RuleFiles.echo("bundled")).write(to: bundled)
        let address: JSONObject = ["rules.url": "rules.zip"]
        let both: JSONObject = ["rules.url": "rules.zip", "rules": .object(RuleFiles.echo("embedded"))]
        for (configuration, origin) in [(address, HubRuleOrigin.bundled), (both, .embedded)] {
            let server = server(configuration, RuleFiles.echo("downloaded"))
            server.holdBack(RuleLaunch.rulesPath)
            let launch = try RuleLaunch(server, bundledFile: bundled)
            launch.start()
            #expect(launch.hub.rules.origin == origin)
            try launch.dispatch("one", ["n": 1])
            server.answer(RuleLaunch.rulesPath)
            launch.test.run()
            try launch.dispatch("one", ["n": 2])
            let made = launch.heard.filter { $0.hasPrefix("Made") }
            #expect(made == [#"Made {"by":"\#(origin.rawValue)","n":"1"}"#, #"Made {"by":"downloaded","n":"2"}"#])
        }
        let without = try RuleLaunch(server(["colour": "blue"]), bundledFile: bundled)
        without.start()
        #expect(without.hub.rules.count == 0)
    }

    @Test(arguments: [
        "http://other.example/rules.zip", "file:///etc/rules.json", "ftp://p.example/rules.zip", "https:///rules.zip",
    ])
    func anAddressThatMayNotBeUsedIsNotAsked(_ address: String) throws {
        let launch = try RuleLaunch(server(["rules.url": .string(address)]))
        launch.start()
        #expect(launch.server.count == 1)
        #expect(launch.hub.rules.problem?.code == .invalidAddress)
        #expect(launch.report["problem"]?.stringValue?.isEmpty == false)
    }

    @Test func embeddedRulesThatAreNoneAreAProblem() throws {
        let launch = try RuleLaunch(server(["rules": ["version": 1]]))
        launch.start()
        #expect(launch.hub.rules.problem?.code == .noRules)
        #expect(launch.hub.rules.count == 0)
    }
}
