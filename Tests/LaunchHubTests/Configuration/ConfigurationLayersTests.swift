// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import Testing

struct ConfigurationLayersTests {
    private let first: AppIdentifier
    private let second: AppIdentifier
    private let url: URL

    init() throws {
        first = try AppIdentifier("first")
        second = try AppIdentifier("second")
        url = URL(fileURLWithPath: "/first.json")
    }

    private func document(_ values: JSONObject, of appID: AppIdentifier? = nil) -> ConfigurationDocument {
        ConfigurationDocument(appID: appID ?? first, url: url, values: values)
    }

    /// Layers in which each of the four origins holds `key`, and one key of its own.
    private func fullLayers() -> ConfigurationLayers {
        var layers = ConfigurationLayers(bundled: ["key": "bundled", "b": 1])
        layers.apply(.selected(first, 1, cached: document(["key": "cached", "c": 2])))
        return layers
    }

    @Test func strongestLayerWinsAndIsNamed() {
        var layers = fullLayers()
        #expect(layers.value(forKey: "key")?.value == "cached")
        #expect(layers.value(forKey: "key")?.origin == .cached)
        layers.apply(.loaded(document(["key": "remote", "r": 3]), 1))
        #expect(layers.value(forKey: "key")?.value == "remote")
        #expect(layers.value(forKey: "key")?.origin == .remote)
        layers.programmatic["key"] = "programmatic"
        #expect(layers.value(forKey: "key")?.value == "programmatic")
        #expect(layers.value(forKey: "key")?.origin == .programmatic)
        #expect(layers.value(forKey: "b")?.origin == .bundled)
        #expect(layers.value(forKey: "absent") == nil)
        #expect(layers.resolved() == ["key": "programmatic", "b": 1, "r": 3])
    }

    @Test func keyDeletedOnTheServerDoesNotShowThroughTheCache() {
        var layers = fullLayers()
        layers.apply(.loaded(document(["key": "remote"]), 1))
        #expect(layers.value(forKey: "c") == nil)
        // A cached copy that comes once more stays below what the server said.
        layers.apply(.selected(first, 2, cached: document(["c": 2])))
        #expect(layers.value(forKey: "c") == nil)
    }

    @Test func withoutAProgrammaticValueTheWeakerLayersCount() {
        var layers = fullLayers()
        layers.programmatic = ["key": "mine", "other": true]
        #expect(layers.value(forKey: "key")?.origin == .programmatic)
        layers.programmatic = ["other": true]
        #expect(layers.value(forKey: "key")?.origin == .cached)
        #expect(layers.value(forKey: "other")?.value == true)
    }

    @Test func anotherAppIdTakesTheOldOnesValuesAway() {
        var layers = fullLayers()
        layers.apply(.loaded(document(["r": 3]), 1))
        layers.programmatic["p"] = 4
        layers.apply(.selected(second, 2, cached: nil))
        #expect(layers.appID == second)
        #expect(layers.resolved() == ["key": "bundled", "b": 1, "p": 4])
    }

    @Test(arguments: [
        ("prod", ConfigurationEnvironment.production), ("production", .production), ("stage", .staging),
        ("Staging", .staging), ("DEV", .development), ("development", .development),
    ])
    func environmentIsReadInBothSpellings(_ name: String, _ environment: ConfigurationEnvironment) {
        #expect(ConfigurationLayers(bundled: ["build.environment": .string(name)]).environment == environment)
    }

    @Test(arguments: [
        (ConfigurationEnvironment.production, "plain", "only.plain", nil),
        (.staging, "short stage", "only.plain", "long stage"),
        (.development, "short dev", "only.plain", "long dev"),
    ])
    func prefixedValuesStandInInTheirEnvironment(
        _ environment: ConfigurationEnvironment,
        _ key: JSONValue,
        _ plain: JSONValue,
        _ long: JSONValue?
    ) {
        let layers = ConfigurationLayers(bundled: [
            "build.environment": .string(environment.rawValue),
            "key": "plain", "__dev__key": "short dev", "__stage__key": "short stage", "__prod__key": "short prod",
            "plain": "only.plain", "__staging__long": "long stage", "__development__long": "long dev",
        ])
        #expect(layers.value(forKey: "key")?.value == key)
        #expect(layers.value(forKey: "plain")?.value == plain)
        #expect(layers.value(forKey: "long")?.value == long)
        var expected: JSONObject = [
            "build.environment": .string(environment.rawValue), "key": key, "plain": plain,
        ]
        expected["long"] = long
        #expect(layers.resolved() == expected)
    }

    @Test func strongerLayersPlainValueBeatsAWeakerLayersStandIn() {
        var layers = ConfigurationLayers(bundled: ["build.environment": "dev", "__dev__key": "bundled dev"])
        #expect(layers.resolved()["key"] == "bundled dev")
        layers.programmatic["key"] = "mine"
        #expect(layers.resolved()["key"] == "mine")
    }

    @Test func everyValueIsListedWithItsOrigin() {
        var layers = ConfigurationLayers(bundled: ["b": 1, "a": 1, "__dev__a": 2, "build.environment": "dev"])
        layers.programmatic["b"] = 3
        let listed = layers.values().map { "\($0.key)=\($0.value) \($0.origin) \($0.spelling)" }
        #expect(
            listed == [
                "a=2 bundled __dev__a", "b=3 programmatic b", "build.environment=\"dev\" bundled build.environment",
            ]
        )
    }
}
