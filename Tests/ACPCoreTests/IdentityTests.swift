// SPDX-License-Identifier: Apache-2.0

import ACPIdentity
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing

/// The identity of a visitor, over the launches of an app and the user's choices.
@Suite struct IdentityTests {
    private let options = HubOptions()

    private func sync(_ app: AppLaunch, _ ids: JSONObject, _ state: Int64 = 0) throws {
        try app.test.dispatch(
            "Sync",
            type: IdentityAddress.type,
            source: IdentityAddress.request,
            data: ["issyncevent": true, "visitoridentifiers": .object(ids), "authenticationstate": .int(state)]
        )
    }

    private func visitor(of app: AppLaunch) -> String? { app.identity?["mid"]?.stringValue }

    @Test func aVisitorHasANumberOf38DigitsThatStays() throws {
        let first = try AppLaunch(options)
        let id = try #require(visitor(of: first))
        #expect(id.count == 38 && id.allSatisfy(\.isNumber))
        let second = try AppLaunch(options, at: 7)
        #expect(visitor(of: second) == id)
        #expect(try second.ask([:]) == ["mid": .string(id)])
        #expect(visitor(of: try AppLaunch(HubOptions(), at: 7)) != id)
    }

    @Test func anOptOutForgetsTheVisitor() throws {
        let first = try AppLaunch(options)
        let old = try #require(visitor(of: first))
        try sync(first, ["crmId": "4711"])
        first.test.hub.configuration.privacyStatus = .optedOut
        first.test.run()
        #expect(first.identity == [:])
        #expect(try first.ask([:]) == [:])
        #expect(try first.ask(["baseurl": "https://example.com/"]) == ["updatedurl": "https://example.com/"])
        #expect(try first.ask(["urlvariables": true]) == [:])
        try sync(first, ["crmId": "4711"])
        #expect(first.identity == [:])

        let second = try AppLaunch(options, at: 1)
        #expect(second.identity == [:])
        second.test.hub.configuration.privacyStatus = .optedIn
        second.test.run()
        let new = try #require(visitor(of: second))
        #expect(new != old)
        #expect(second.identity?["visitoridslist"] == nil)
        #expect(visitor(of: try AppLaunch(options, at: 2)) == new)
    }

    private func kept(in folder: TemporaryFolder) -> HubOptions {
        var configuration = ConfigurationOptions()
        configuration.keep(in: folder.url)
        return HubOptions(configuration: configuration)
    }

    @Test func anOptOutOfAnotherProcessHoldsAtOnce() throws {
        let folder = try TemporaryFolder()
        let here = try AppLaunch(kept(in: folder))
        let other = try AppLaunch(kept(in: folder), at: 1)
        #expect(visitor(of: here) != nil)
        other.test.hub.configuration.privacyStatus = .optedOut
        #expect(try here.ask(["baseurl": "https://example.com/"]) == ["updatedurl": "https://example.com/"])
        #expect(try here.ask([:]) == [:])
        #expect(here.identity == [:])
    }

    @Test func noOtherVisitorIsMadeWhileTheKeptOneCannotBeRead() throws {
        let folder = try TemporaryFolder()
        let id = try #require(visitor(of: try AppLaunch(kept(in: folder))))
        let (file, aside) = (folder.file("identity.json"), folder.file("aside"))
        try FileManager.default.moveItem(at: file, to: aside)
        // What is there and is no file cannot be read, as before the first unlock.
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let second = try AppLaunch(kept(in: folder), at: 7)
        second.wait(60)
        #expect(second.identity == nil)
        #expect(try second.ask([:]) == [:])
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: aside, to: file)
        second.wait(60)
        #expect(visitor(of: second) == id)
        #expect(try second.ask([:]) == ["mid": .string(id)])
    }

    @Test func zerosAreNoAdvertisingIdentifier() throws {
        let app = try AppLaunch(options)
        let zeros = "00000000-0000-0000-0000-000000000000"
        for (id, kept) in [("a1", "a1"), (zeros, nil), ("b2", "b2"), ("", nil)] as [(String, String?)] {
            try app.test.dispatch(
                "Set",
                type: IdentityAddress.generic,
                source: .requestContent,
                data: ["advertisingidentifier": .string(id)]
            )
            #expect(app.identity?["advertisingidentifier"]?.stringValue == kept)
        }
    }

    @Test func aLinkHasTheVisitorOnce() throws {
        let app = try AppLaunch(options)
        let variables = try #require(app.ask(["urlvariables": true])?["urlvariables"]?.stringValue)
        for (link, right) in [
            ("https://a.example/", "?"), ("https://a.example/?adobe_mc=TS%3D1", "?"),
            ("https://a.example/?a=1&adobe_mc=old&adobe_mc=older&b#top", "?a=1&b&#top"),
            ("https://a.example/?xadobe_mc=1&", "?xadobe_mc=1&"), ("https://a.example/?", "?"),
        ] {
            let parts = right.split(separator: "#")
            let fragment = parts.count > 1 ? "#" + parts[1] : ""
            let expected = "https://a.example/" + parts[0] + variables + fragment
            #expect(try app.ask(["baseurl": .string(link)]) == ["updatedurl": .string(expected)])
        }
    }

    /// The process ends after the user has chosen and before the extension has heard of it.
    @Test func anOptOutHoldsAtTheNextLaunch() throws {
        let first = try AppLaunch(options)
        let old = try #require(visitor(of: first))
        first.test.hub.configuration.privacyStatus = .optedOut
        let second = try AppLaunch(options, at: 1)
        #expect(second.identity == [:])
        second.test.hub.configuration.privacyStatus = .unknown
        second.test.run()
        #expect(try #require(visitor(of: second)) != old)
    }

    @Test func choicesBeforeTheStartTakeEffectInTheirOrder() throws {
        let old = try #require(visitor(of: try AppLaunch(options)))
        let test = TestHub(options: options)
        try IdentityExtension.register(with: test.hub) { 3 }
        test.hub.configuration.privacyStatus = .optedOut
        test.hub.configuration.privacyStatus = .optedIn
        test.start()
        let new = test.hub.state(of: IdentityExtension.name).values?["mid"]?.stringValue
        #expect(new != nil && new != old)
    }

    @Test func identifiersAreReplacedByTypeAndRemovedByAnEmptyOne() throws {
        let app = try AppLaunch(options)
        try sync(app, ["crmId": "1", "loyalty": "gold"], 1)
        try sync(app, ["crmId": "2"], 2)
        func entry(_ type: String, _ id: String, _ state: Int64) -> JSONValue {
            [
                "id_origin": "d_cid_ic", "id_type": .string(type), "id": .string(id),
                "authentication_state": .int(state),
            ]
        }
        #expect(app.identity?["visitoridslist"] == [entry("crmId", "2", 2), entry("loyalty", "gold", 1)])
        try sync(app, ["crmId": "", "unknown": ""], 1)
        #expect(app.identity?["visitoridslist"] == [entry("loyalty", "gold", 1)])
        let second = try AppLaunch(options, at: 1)
        #expect(second.identity?["visitoridslist"] == [entry("loyalty", "gold", 1)])
        try sync(second, ["loyalty": "", "wrong": 7], 99)
        #expect(second.identity?["visitoridslist"] == nil)
    }

    @Test func theIdentifiersOfTheCoreAreStateToo() throws {
        let app = try AppLaunch(options)
        func set(_ data: JSONObject) throws {
            try app.test.dispatch("Set", type: IdentityAddress.generic, source: .requestContent, data: data)
        }
        try set(["advertisingidentifier": "ad"])
        try set(["pushidentifier": "AB01"])
        #expect(app.identity?["advertisingidentifier"] == "ad")
        #expect(app.identity?["pushidentifier"] == "AB01")
        try set(["advertisingidentifier": ""])
        #expect(app.identity?["advertisingidentifier"] == nil)
        #expect(try AppLaunch(options, at: 1).identity?["pushidentifier"] == "AB01")
    }

    @Test(arguments: [
        ("https://example.com/", "https://example.com/?*"),
        ("https://example.com/?a=b", "https://example.com/?a=b&*"),
        ("https://example.com/?", "https://example.com/?*"),
        ("https://example.com/?a=b&", "https://example.com/?a=b&*"),
        ("https://example.com/#top?x", "https://example.com/?*#top?x"),
        ("https://example.com/?a=b#top", "https://example.com/?a=b&*#top"),
        ("", "?*"),
    ])
    func linksCarryTheVisitor(_ link: String, _ expected: String) throws {
        let app = try AppLaunch(options, configuration: ["experienceCloud.org": "53A1@AdobeOrg"])
        let id = try #require(visitor(of: app))
        let variables = "adobe_mc=TS%3D1700000000%7CMCMID%3D\(id)%7CMCORGID%3D53A1%40AdobeOrg"
        #expect(try app.ask(["urlvariables": true]) == ["urlvariables": .string(variables)])
        let updated = expected.replacing("*", with: variables)
        #expect(try app.ask(["baseurl": .string(link)]) == ["updatedurl": .string(updated)])
    }

    @Test func withoutAnOrganizationThereIsNoneInTheLink() throws {
        let app = try AppLaunch(options)
        let id = try #require(visitor(of: app))
        #expect(
            try app.ask(["urlvariables": true])
                == ["urlvariables": .string("adobe_mc=TS%3D1700000000%7CMCMID%3D\(id)")]
        )
    }

    /// Two processes that share a folder and begin at the same time have one visitor.
    @Test func aFolderHasOneVisitor() throws {
        let folder = try TemporaryFolder()
        let apps = try (0..<2).map { number in
            var options = HubOptions()
            options.configuration.keep(in: folder.url)
            return try AppLaunch(options, at: Double(number))
        }
        #expect(visitor(of: apps[0]) != nil && visitor(of: apps[0]) == visitor(of: apps[1]))
        apps[0].test.hub.configuration.privacyStatus = .optedOut
        apps[0].test.run()
        #expect(apps[0].identity == [:])
        var options = HubOptions()
        options.configuration.keep(in: folder.url)
        #expect(try AppLaunch(options, at: 9).identity == [:])
    }

    /// As the extension's documentation has it, and the set-ups of published test suites count on: two responses that
    /// nobody asked for at the first configuration, whenever it comes, and one after each change and synchronisation.
    @Test(arguments: [[:], ["experienceCloud.org": "53A1@AdobeOrg"]] as [JSONObject])
    func whoTheVisitorIsIsToldUnasked(_ before: JSONObject) throws {
        let app = try AppLaunch(options, configuration: before) { test in
            test.listener(type: IdentityAddress.type, source: IdentityAddress.response)
        }
        let told = try #require(app.heard)
        #expect(told.count == (before.isEmpty ? 0 : 2))
        if before.isEmpty {
            app.test.hub.configuration.update(["experienceCloud.org": "53A1@AdobeOrg"])
            app.test.run()
        }
        let id = try #require(visitor(of: app))
        #expect(told.data == [["mid": .string(id)], ["mid": .string(id)]])
        try sync(app, ["crmId": "4711"], 1)
        #expect(told.count == 3 && told.data.last == app.identity)
        app.test.hub.configuration.privacyStatus = .optedOut
        app.test.run()
        #expect(told.count == 4 && told.data.last == [:])
        try sync(app, ["crmId": "4711"], 1)
        #expect(told.count == 4)
    }

    @Test(arguments: [
        "{", #"{"identity": {"mid": "12"}}"#, #"{"identity": {"mid": "1234567890123456789012345678901234567x"}}"#,
    ])
    func whatIsNoIdentityIsReplaced(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "identity.json")
        var options = HubOptions()
        options.configuration.keep(in: folder.url)
        let new = try #require(visitor(of: try AppLaunch(options)))
        #expect(new.count == 38)
        var reopened = HubOptions()
        reopened.configuration.keep(in: folder.url)
        #expect(visitor(of: try AppLaunch(reopened, at: 3)) == new)
    }
}
