// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import LaunchHub
@testable import LaunchRules

/// What a configuration says of rules, and which of their origins takes precedence.
struct ConfiguredRulesTests {
    private static func configured(
        _ values: JSONObject,
        _ location: String? = "https://p.example/base/p/app.json",
        allowsInsecure: Bool = false
    ) -> ConfiguredRules {
        ConfiguredRules(
            ConfigurationDraft(
                values: values,
                isAwaited: false,
                isPublished: true,
                location: location.flatMap { URL(string: $0) },
                allowsInsecure: allowsInsecure,
                cacheFolder: nil,
                makeClient: { RuleServer() }
            )
        )
    }

    @Test(
        arguments: [
            ([:], true), (["rules": .null], true), (["rules.url": .null], true), (["rules.url": ""], true),
            (["rules": [:]], false), (["rules": 5], false), (["rules.url": "rules.zip"], false),
            (["rules.url": 5], false), (["rules": [:], "rules.url": "rules.zip"], false),
        ] as [(JSONObject, Bool)]
    )
    func aConfigurationNamesRulesOrNone(_ values: JSONObject, _ isEmpty: Bool) {
        let configured = Self.configured(values)
        #expect(configured.isEmpty == isEmpty)
        #expect((configured == ConfiguredRules()) == isEmpty)
        #expect(configured.embedded == (values["rules"] == .null ? nil : values["rules"]))
    }

    @Test func whetherOtherMachinesMayBeAskedIsTakenOver() {
        #expect(!ConfiguredRules().allowsInsecure)
        #expect(!Self.configured([:]).allowsInsecure)
        #expect(Self.configured([:], allowsInsecure: true).allowsInsecure)
    }

    /// An address, where the configuration is from, and where the rules are.
    @Test(
        arguments: [
            ("rules.zip", "https://p.example/base/p/app.json", "https://p.example/base/p/rules.zip"),
            ("/rules.zip?k=1", "https://p.example/base/p/app.json", "https://p.example/rules.zip?k=1"),
            ("https://q.example/r", nil, "https://q.example/r"), ("HTTPS://q.example/r", nil, "HTTPS://q.example/r"),
            ("http://127.0.0.1:80/r", nil, "http://127.0.0.1:80/r"),
            ("file:///b/rules.json", "file:///a/app.json", "file:///b/rules.json"),
            ("rules.json", "file:///a/app.json", "file:///a/rules.json"),
        ] as [(String, String?, String)]
    )
    func anAddressLeadsToRules(_ text: String, _ location: String?, _ address: String) throws {
        let url = try #require(URL(string: address))
        #expect(Self.configured(["rules.url": .string(text)], location).address == .success(url))
    }

    @Test(
        arguments: [
            (
                "rules.zip", nil,
                "\"rules.zip\": it is relative, and configurations have no valid base"
            ),
            ("https:///r?k=1", nil, "https:///r: it names no host"),
            ("ftp://u:p@q.example/r?k=1#x", nil, "ftp://q.example/r: its scheme is ftp; use https:"),
            ("file:///r", nil, "file:///r: only a configuration from a file: base may name a file"),
            (
                "file:///r", "https://p.example/base/p/app.json",
                "file:///r: only a configuration from a file: base may name a file"
            ),
            (
                "http://q.example/r?k=1", nil,
                "http://q.example/r: http: to another machine can be read and changed on its way; use https:, or "
                    + "allowsInsecure"
            ),
            (5, nil, "a number: a text is needed"), ([], nil, "an array: a text is needed"),
        ] as [(JSONValue, String?, String)]
    )
    func anAddressThatCannotBeUsedIsSaid(_ address: JSONValue, _ location: String?, _ reason: String) {
        let error = LaunchRuleError(.invalidAddress, "the configuration's rules.url is \(reason)")
        #expect(Self.configured(["rules.url": address], location).address == .failure(error))
    }

    @Test func anotherMachineIsAskedByHTTPWhereThatIsAllowed() throws {
        let address = "http://q.example/r"
        #expect(
            Self.configured(["rules.url": .string(address)], allowsInsecure: true).address
                == .success(try #require(URL(string: address)))
        )
    }

    @Test func anAddressIsShownWithoutWhatMayBeConfidential() throws {
        let base = try #require(URL(string: "https://u:p@p.example/base/app.json?k=1"))
        let url = try #require(URL(string: "rules.zip?key=secret#part", relativeTo: base))
        #expect(ConfiguredRules.shown(url) == "https://p.example/base/rules.zip")
        #expect(ConfiguredRules.shown(base) == "https://p.example/base/app.json")
    }

    @Test func rulesOfALaterOriginTakePrecedence() {
        let all: [HubRuleOrigin] = [.bundled, .embedded, .cached, .downloaded]
        for (place, origin) in all.enumerated() {
            #expect(origin.replaces(nil))
            #expect(all.map { origin.replaces($0) } == all.indices.map { place >= $0 })
        }
    }
}
