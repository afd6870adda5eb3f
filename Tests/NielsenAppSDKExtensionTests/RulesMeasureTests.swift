// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import NielsenAppApi
import TestSupport
import Testing

@testable import NielsenAppSDKExtension

/// Published rules that measure an app whose own events say what it plays.
@Suite struct RulesMeasureTests {
    @Test(arguments: ["{%~state.NielsenAppSDKExtension/instances.0%}", "instances.0"])
    func heartbeatsBecomeCreditedMinutesWithoutALineInTheApp(_ identifier: String) throws {
        let app = try RulesUnderTest()
        try app.rules(ExampleRules.instance, ExampleRules.beats(identifier))
        let notices = app.test.listener(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source)
        app.test.start()
        try app.watch(0..<125)
        let credit = try #require(app.credits.first)
        #expect(app.credits.count == 1)
        #expect(credit.assetid == "vid345-67483")
        #expect(credit.lane == .content)
        #expect(credit.seconds == 125)
        #expect(credit.creditedMinutes == 2)
        #expect(credit.isSent)
        #expect(app.pings(of: .dcrVideo) > 0)
        #expect(notices.events.compactMap { NielsenSDKNotice($0)?.code } == [2001])
    }

    /// The beats come before the hub is started, and with it before there is an instance: what names the instance by its
    /// place finds it all the same, and each beat has its own time.
    @Test func beatsThatWaitForTheStartAreCreditedByTheirOwnTimes() throws {
        let app = try RulesUnderTest()
        try app.rules(ExampleRules.instance, ExampleRules.beats("instances.0"))
        try app.watch(0..<65)
        app.test.start()
        #expect(app.credits.map(\.seconds) == [65])
        #expect(app.credits.map(\.creditedMinutes) == [1])
    }

    @Test func articlesBecomePagesAndAreRememberedOnce() async throws {
        let app = try RulesUnderTest()
        let history = HubEventHistory(file: nil, clock: app.test.clock)
        app.test.hub.rules.use(history)
        try app.rules(ExampleRules.instance, ExampleRules.pages)
        let consequences = app.test.listener(type: "com.adobe.eventType.rulesEngine")
        app.test.start()
        try app.track("state", "article/7", ["desk": "News", "id": "a7"])
        try app.track("state", "article/8", ["desk": "News", "id": "a8", "preview": "true"])
        try app.track("state", "home", ["desk": "News", "id": "h"])
        try app.track("state", "story/9", ["desk": "Sport", "id": "a9"])
        try app.track("state", "article/7", ["desk": "News", "id": "a7"])
        app.test.advance(by: .seconds(1))
        let pages = app.credits.filter { $0.lane == .static }
        #expect(pages.map(\.assetid) == ["a7", "a9", "a7"])
        #expect(app.pings(of: .dcrStatic) >= 3)
        #expect(consequences.events.count == 2)
        let seen = try await history.getHistoricalEvents(
            ["a7", "a8", "a9"].map { HubHistoryRequest(mask: ["page": .string($0)]) }
        )
        #expect(seen.map(\.count) == [1, 0, 1])
    }

    /// An app that is measured already, with metadata that the product refuses, or credits to nobody.
    @Test func metadataOfAReleasedAppIsRepairedOnTheWay() throws {
        func errors(repaired: Bool) throws -> (codes: [Int], credits: [NielsenCredit]) {
            let app = try RulesUnderTest()
            if repaired { try app.rules(ExampleRules.repair) }
            let notices = app.test.listener(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source)
            app.test.start()
            let made = app.service.instantiateSDK(withConfiguration: FlowParityTests.appInfo.anyDictionary)
            let identifier = try #require(made["identifier"] as? String)
            try app.playForRepair(0..<65, identifier)
            let codes = notices.events.compactMap { NielsenSDKNotice($0) }.filter { $0.kind == .error }.map(\.code)
            return (codes, app.credits)
        }
        let broken = try errors(repaired: false)
        let repaired = try errors(repaired: true)
        #expect(!broken.codes.isEmpty)
        #expect(repaired.codes == [])
        #expect(repaired.credits.map(\.creditedMinutes) == [1])
        #expect(repaired.credits.map(\.seconds) == [65])
    }

    /// Two launches, of which the second has nothing but what the first one left in the folder.
    @Test func pagesOfTheLastLaunchAreKnownToTheNext() async throws {
        let folder = try TemporaryFolder()
        func launch() async throws -> Int {
            let app = try RulesUnderTest()
            let file = folder.file("history.sqlite")
            let history = HubEventHistory(file: file, clock: app.test.clock)
            app.test.hub.rules.use(history)
            try app.rules(ExampleRules.instance, ExampleRules.pages)
            let consequences = app.test.listener(type: "com.adobe.eventType.rulesEngine")
            app.test.start()
            try app.track("state", "article/7", ["desk": "News", "id": "a7"])
            app.test.advance(by: .seconds(1))
            #expect(app.credits.map(\.assetid) == ["a7"])
            history.close()
            return consequences.events.count
        }
        #expect(try await launch() == 1)
        #expect(try await launch() == 0)
    }
}
