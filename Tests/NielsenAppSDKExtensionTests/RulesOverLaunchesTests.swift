// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import NielsenAppApi
import NielsenAppSDKExtension
import TestSupport
import Testing

/// The rules of a property that reach an app while it plays, and those that an earlier launch has left.
@Suite struct RulesOverLaunchesTests {
    /// Files of rules as one.
    private static func file(_ texts: String...) throws -> String {
        let rules = try texts.flatMap { try JSONValue(jsonText: $0)["rules"]?.arrayValue ?? [] }
        return JSONValue.object(["version": 1, "rules": .array(rules)]).jsonText
    }

    private func launch(_ server: PropertyServer, _ folder: URL? = nil, configures: Bool = true) throws
        -> RulesUnderTest
    {
        let app = try RulesUnderTest(remote: false, options: try server.options(folder))
        app.test.hub.rules.followConfiguration()
        if configures { app.test.hub.configuration.configure(withAppID: "property/app") }
        app.test.start()
        app.test.run()
        return app
    }

    /// The beats of the first 20 seconds wait for the rules, and count for the seconds in which they came.
    @Test func heartbeatsBeforeTheRulesAreCreditedByTheirOwnTimes() throws {
        let server = PropertyServer(
            rules: try Self.file(ExampleRules.instance, ExampleRules.beats("instances.0")),
            isHeldBack: true
        )
        let app = try launch(server)
        let errors = app.test.listener(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source)
        try app.watch(0..<20)
        #expect(app.credits == [])
        server.answer()
        app.test.run()
        #expect(app.credits.map(\.assetid) == ["vid345-67483"])
        try app.watch(20..<125)
        #expect(app.credits.map(\.seconds) == [125])
        #expect(app.credits.map(\.creditedMinutes) == [2])
        #expect(app.credits.map(\.isSent) == [true])
        #expect(errors.events.compactMap { NielsenSDKNotice($0)?.code } == [2001])
    }

    /// A second launch has the rules without a network, and with the names of the published example.
    @Test func theSecondLaunchIsMeasuredFromItsFirstSecondWithoutANetwork() throws {
        let folder = try TemporaryFolder()
        let server = PropertyServer(
            rules: try Self.file(ExampleRules.instance, ExampleRules.beats()),
            isHeldBack: true
        )
        let first = try launch(server, folder.url)
        server.answer()
        first.test.run()
        try first.watch(0..<65)
        #expect(first.credits.map(\.creditedMinutes) == [1])
        first.test.shutDown()

        server.isDown = true
        let second = try launch(server, folder.url, configures: false)
        #expect(second.test.hub.rules.origin == .cached)
        try second.watch(65..<190)
        #expect(second.credits.map(\.seconds) == [125])
        #expect(second.credits.map(\.creditedMinutes) == [2])
        #expect(second.credits.map(\.isSent) == [true])
    }

    @Test func articlesBeforeTheRulesArePagesTooAndAreRememberedOverLaunches() async throws {
        let folder = try TemporaryFolder()
        let pages = ExampleRules.pages.replacing("{%~state.NielsenAppSDKExtension/instances.0%}", with: "instances.0")
        let server = PropertyServer(rules: try Self.file(ExampleRules.instance, pages), isHeldBack: true)
        for number in 0..<2 {
            let app = try launch(server, folder.url)
            let history = HubEventHistory(file: folder.file("history.sqlite"), clock: app.test.clock)
            app.test.hub.rules.use(history)
            let remembered = app.test.listener(type: "com.adobe.eventType.rulesEngine")
            try app.track("state", "article/7", ["desk": "News", "id": "a7"])
            app.test.advance(by: .seconds(3))
            server.answer()
            app.test.run()
            try app.track("state", "story/9", ["desk": "Sport", "id": "a9"])
            app.test.advance(by: .seconds(1))
            let read = app.credits.filter { $0.lane == .static }
            #expect(read.map(\.assetid) == ["a7", "a9"])
            #expect(app.pings(of: .dcrStatic) >= 2)
            // The second launch inserts nothing, and tells nobody.
            #expect(remembered.count == (number == 0 ? 2 : 0))
            try await history.flush()
            history.close()
            app.test.shutDown()
        }
    }

    /// What listeners have received cannot be repaired any more; all that follows is, and so is all of the next launch.
    @Test func metadataIsRepairedFromTheArrivalOfTheRulesOn() throws {
        let folder = try TemporaryFolder()
        let server = PropertyServer(rules: ExampleRules.repair, isHeldBack: true)
        for number in 0..<2 {
            let app = try launch(server, folder.url)
            let notices = app.test.listener(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source)
            func errors() -> Int { notices.events.count { NielsenSDKNotice($0)?.kind == .error } }
            let made = app.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
            let identifier = try #require(made["identifier"] as? String)
            try app.playForRepair(0..<10, identifier)
            #expect((errors() > 0) == (number == 0))
            server.answer()
            app.test.run()
            let before = errors()
            try app.playForRepair(10..<75, identifier)
            #expect(errors() == before)
            #expect(app.credits.map(\.creditedMinutes).reduce(0, +) == 1)
            app.test.shutDown()
        }
    }
}
