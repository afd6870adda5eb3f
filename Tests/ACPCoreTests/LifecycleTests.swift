// SPDX-License-Identifier: Apache-2.0

import ACPLifecycle
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import TestSupport
import Testing

/// The sessions of an app, over its launches.
@Suite struct LifecycleTests {
    private let options = HubOptions()
    private static let day: Double = 86_400

    @Test func theFirstLaunchIsAnInstall() throws {
        let app = try AppLaunch(options)
        #expect(
            app.lifecycle == [
                "lifecyclecontextdata": [
                    "appid": "Player 1.0 (7)", "osversion": "iOS 17.0.0", "locale": "en-GB", "runmode": "Application",
                ]
            ]
        )
        try app.start(["campaign": "spring"])
        let metrics: JSONObject = [
            "appid": "Player 1.0 (7)", "osversion": "iOS 17.0.0", "locale": "en-GB", "runmode": "Application",
            "launches": "1", "launchevent": "LaunchEvent", "dayofweek": "3", "hourofday": "22",
            "installevent": "InstallEvent", "installdate": "11/14/2023", "dailyenguserevent": "DailyEngUserEvent",
            "monthlyenguserevent": "MonthlyEngUserEvent", "campaign": "spring",
        ]
        #expect(
            app.responses.data == [
                [
                    "lifecyclecontextdata": .object(metrics), "sessionevent": "start",
                    "starttimestampmillis": 1_700_000_000_000, "maxsessionlength": 604_800,
                ]
            ]
        )
        #expect(app.lifecycle?["lifecyclecontextdata"]?.objectValue == metrics)
        #expect(app.lifecycle?["starttimestampmillis"] == 1_700_000_000_000)
    }

    /// A process may run for weeks, and its property publishes meanwhile.
    @Test func aNewSessionAsksForConfigurationAndRulesAnew() throws {
        let folder = try TemporaryFolder()
        func publish(_ timeout: Int) throws {
            try folder.write("{\"rules.url\": \"\(folder.file("rules.json"))\", \"n\": \(timeout)}", to: "app.json")
            try folder.write(#"{"version": 1, "rules": []}"#, to: "rules.json")
        }
        let app = try AppLaunch(options)
        let hub = app.test.hub
        hub.rules.followConfiguration()
        hub.configuration.use(try ConfigurationSource(baseURL: folder.url))
        try publish(1)
        hub.configuration.configure(withAppID: "app")
        app.test.run()
        try app.start()
        #expect(hub.configuration.current["n"] == 1)
        let begun = try #require(hub.rules.loadedAt)
        for (seconds, isNew) in [(299, false), (300, true)] {
            try publish(2)
            try app.pause()
            app.wait(seconds)
            try app.start()
            #expect(hub.configuration.current["n"] == (isNew ? 2 : 1))
            #expect(try #require(hub.rules.loadedAt) == begun.addingTimeInterval(isNew ? 599 : 0))
        }
    }

    @Test func aLaterLaunchCountsDaysAndTheLastSession() throws {
        let first = try AppLaunch(options)
        try first.start()
        first.wait(90)
        try first.pause()
        let second = try AppLaunch(options, at: 3 * Self.day + 5)
        #expect(second.lifecycle?["lifecyclecontextdata"]?["launches"] == "1")
        try second.start()
        #expect(
            second.metrics == [
                "appid": "Player 1.0 (7)", "osversion": "iOS 17.0.0", "locale": "en-GB", "runmode": "Application",
                "launches": "2", "launchevent": "LaunchEvent", "dayofweek": "6", "hourofday": "22",
                "dayssincefirstuse": "3", "dayssincelastuse": "3", "dailyenguserevent": "DailyEngUserEvent",
                "prevsessionlength": "90",
            ]
        )
        #expect(second.responses.data.first?["previoussessionstarttimestampmillis"] == 1_700_000_000_000)
        #expect(second.responses.data.first?["previoussessionpausetimestampmillis"] == 1_700_000_090_000)
        try second.pause()
        // 17 days later it is December.
        let third = try AppLaunch(options, at: 17 * Self.day)
        try third.start()
        #expect(third.metrics?["monthlyenguserevent"] == "MonthlyEngUserEvent")
        #expect(third.metrics?["dayssincefirstuse"] == "17")
        #expect(third.metrics?["dayssincelastuse"] == "13")
    }

    @Test func aSecondProcessIsNoCrashOfTheFirstAndThePauseOfOneIsNotThatOfTheOther() throws {
        let folder = try TemporaryFolder()
        func launch(at seconds: Double) throws -> AppLaunch {
            var configuration = ConfigurationOptions()
            configuration.keep(in: folder.url)
            return try AppLaunch(HubOptions(configuration: configuration), at: seconds)
        }
        let first = try launch(at: 0)
        try first.start()
        let second = try launch(at: 10)
        try second.start()
        #expect(second.metrics?["crashevent"] == nil)
        // The second session goes on.
        try first.pause()
        let third = try launch(at: 400)
        try third.start()
        #expect(third.metrics?["crashevent"] == nil)
        #expect(third.metrics?["prevsessionlength"] == nil)
    }

    @Test func aShortPauseContinuesTheSession() throws {
        let app = try AppLaunch(options)
        try app.start()
        app.wait(60)
        try app.pause()
        app.wait(299)
        try app.start()
        #expect(app.responses.count == 1)
        #expect(app.lifecycle?["starttimestampmillis"] == 1_700_000_299_000)
        #expect(app.lifecycle?["lifecyclecontextdata"]?["installevent"] == "InstallEvent")
        app.wait(10)
        try app.pause()
        app.wait(300)
        try app.start()
        #expect(app.responses.count == 2)
        // The pause of the continued session is not part of it.
        #expect(app.metrics?["prevsessionlength"] == "70")
        #expect(app.metrics?["dailyenguserevent"] == nil)
    }

    @Test func aSessionContinuesInTheNextProcess() throws {
        let first = try AppLaunch(options)
        try first.start(["campaign": "spring"])
        try first.pause()
        let second = try AppLaunch(options, at: 100)
        try second.start()
        #expect(second.responses.count == 0)
        #expect(second.lifecycle?["lifecyclecontextdata"]?["campaign"] == "spring")
    }

    @Test(arguments: [
        (JSONValue.int(10), 9, 1), (.int(10), 10, 2), (.double(0.5), 1, 2), (.string("10"), 9, 1), (.int(-1), 299, 1),
        (.string("soon"), 300, 2), (.double(1e300), 299, 1), (.int(0), 0, 2),
    ])
    func theTimeoutIsConfigured(_ timeout: JSONValue, _ pause: Int, _ sessions: Int) throws {
        let app = try AppLaunch(options, configuration: ["lifecycle.sessionTimeout": timeout])
        try app.start()
        try app.pause()
        app.wait(pause)
        try app.start()
        #expect(app.responses.count == sessions)
    }

    @Test func aProcessThatEndsInTheForegroundHasCrashed() throws {
        let first = try AppLaunch(options)
        try first.start()
        let second = try AppLaunch(options, at: 20)
        try second.start()
        #expect(second.metrics?["crashevent"] == "CrashEvent")
        #expect(second.metrics?["launches"] == "2")
        // When the session ended is not known.
        #expect(second.metrics?["prevsessionlength"] == nil && second.metrics?["ignoredsessionlength"] == nil)
        try second.pause()
        let third = try AppLaunch(options, at: 2_000)
        try third.start()
        #expect(third.metrics?["crashevent"] == nil)
    }

    @Test func anUpgradeIsCountedFromItsLaunchOn() throws {
        for (number, version) in ["1.0", "2.0", "2.0", "2.0"].enumerated() {
            let app = try AppLaunch(
                options,
                at: Double(number) * Self.day,
                version: version,
                system: "iOS 17.\(number)"
            )
            try app.start()
            try app.pause()
            let metrics = try #require(app.metrics)
            #expect((metrics["upgradeevent"] != nil) == (number == 1))
            #expect(metrics["launchessinceupgrade"]?.stringValue == [nil, nil, "1", "2"][number])
            #expect(metrics["dayssincelastupgrade"]?.stringValue == [nil, nil, "1", "2"][number])
            #expect(metrics["previousappid"]?.stringValue == (number == 1 ? "Player 1.0 (7)" : nil))
            #expect(metrics["previousosversion"]?.stringValue == (number == 0 ? nil : "iOS 17.\(number - 1)"))
        }
    }

    @Test func anAppWithoutAVersionIsNeverUpgraded() throws {
        for version in [nil, "1.0", nil, "1.0"] {
            let app = try AppLaunch(options, at: 1_000, version: version)
            try app.start()
            try app.pause()
            #expect(app.metrics?["upgradeevent"] == nil)
        }
    }

    @Test func calledAgainOrOutOfOrderNothingIsCounted() throws {
        let app = try AppLaunch(options)
        try app.pause()
        try app.start()
        for _ in 0..<1_000 { try app.start() }
        app.wait(3_600)
        try app.start()
        #expect(app.responses.count == 1)
        try app.pause()
        app.wait(400)
        try app.pause()
        try app.start()
        #expect(app.metrics?["prevsessionlength"] == "3600")
        try app.test.dispatch(
            "Lifecycle",
            type: LifecycleExtension.Address.request,
            source: .requestContent,
            data: ["action": 7]
        )
        #expect(app.responses.count == 2)
    }

    @Test func aClockThatIsSetBackLeadsToNoNegativeNumber() throws {
        let first = try AppLaunch(options, at: 10 * Self.day)
        try first.start()
        first.wait(10)
        try first.pause()
        let second = try AppLaunch(options)
        try second.start()
        // No time has passed since the pause, as far as can be seen.
        #expect(second.responses.count == 0)
        try second.pause()
        second.wait(400)
        try second.start()
        #expect(second.metrics?["dayssincefirstuse"] == "0")
        #expect(second.metrics?["dayssincelastuse"] == "0")
        #expect(second.metrics?["prevsessionlength"] == "0")
    }

    @Test func aSessionOfMoreThanAWeekIsNotBelieved() throws {
        let first = try AppLaunch(options)
        try first.start()
        first.wait(604_801)
        try first.pause()
        first.wait(400)
        try first.start()
        #expect(first.metrics?["ignoredsessionlength"] == "604801")
        #expect(first.metrics?["prevsessionlength"] == nil)
    }

    // MARK: - On disk

    @Test func sessionsAreKeptInAFileOfTheirOwnForTheUserAlone() throws {
        let folder = try TemporaryFolder()
        var options = HubOptions()
        options.configuration.keep(in: folder.url)
        let first = try AppLaunch(options)
        try first.start()
        try first.pause()
        var reopened = HubOptions()
        reopened.configuration.keep(in: folder.url)
        let second = try AppLaunch(reopened, at: 1_000)
        try second.start()
        #expect(second.metrics?["launches"] == "2")
        for name in ["lifecycle.json", "identity.json"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
            #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o777 } == 0o600)
        }
    }

    @Test(arguments: [
        "", "{", "[]", #"{"lifecycle": 7}"#, #"{"lifecycle": {"install": -1, "launches": 2}}"#,
        #"{"lifecycle": {"install": 9e18, "lastUse": 9223372036854775807, "launches": 1, "session": {"start": 1}}}"#,
    ])
    func aFileThatIsNotOneBeginsAnew(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "lifecycle.json")
        var options = HubOptions()
        options.configuration.keep(in: folder.url)
        let app = try AppLaunch(options)
        try app.start()
        #expect(app.metrics?["installevent"] == "InstallEvent")
    }

    @Test func countersDoNotOverflow() throws {
        let folder = try TemporaryFolder()
        let largest = Int64.max
        try folder.write(
            """
            {"lifecycle": {"install": 0, "upgrade": 0, "lastUse": 253402300799999, "launches": \(largest),
             "launchesSinceUpgrade": \(largest), "version": "1.0", "session": {"start": 253402300799999, "pause": 0}}}
            """,
            to: "lifecycle.json"
        )
        var options = HubOptions()
        options.configuration.keep(in: folder.url)
        let app = try AppLaunch(options)
        try app.start()
        #expect(app.metrics?["launches"]?.stringValue == "\(largest)")
        #expect(app.metrics?["launchessinceupgrade"]?.stringValue == "\(largest)")
        #expect(app.metrics?["dayssincefirstuse"] == "19675")
    }

    @Test func whereNothingCanBeKeptTheProcessGoesOn() throws {
        let folder = try TemporaryFolder()
        // A file in the place of the folder: nothing can be written below it.
        let file = try folder.write("", to: "taken")
        var options = HubOptions()
        options.configuration.keep(in: file)
        let app = try AppLaunch(options)
        try app.start()
        app.wait(5)
        try app.pause()
        app.wait(400)
        try app.start()
        #expect(app.metrics?["launches"] == "2")
        #expect(app.metrics?["prevsessionlength"] == "5")
        #expect(app.identity?["mid"]?.stringValue?.count == 38)
        #expect(app.test.log.records.contains { $0.level == .error && $0.message.contains("not kept") })
    }

    /// Extensions of an app, such as a widget, have sessions, too.
    @Test(arguments: [(false, "Application"), (true, "Extension")])
    func anExtensionOfAnAppSaysThatItIsNotTheApp(_ isExtension: Bool, _ mode: String) throws {
        let test = TestHub()
        let app = LifecycleApp(name: "Player", system: "iOS 17.0.0", locale: "en-GB", isExtension: isExtension)
        try LifecycleExtension.register(with: test.hub, app: app, timeZone: .gmt)
        test.start()
        let context = test.hub.state(of: LifecycleExtension.name).values?["lifecyclecontextdata"]
        #expect(context?["runmode"]?.stringValue == mode)
    }
}
