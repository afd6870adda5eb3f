// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import Testing

struct ConfigurationMemoryTests {
    private static func keep(_ layers: ConfigurationLayers, in memory: ConfigurationMemory) throws {
        try memory.save(layers.appID)
        _ = try memory.changeProgrammatic { $0 = layers.layer(.programmatic) }
    }

    @Test func appIdAndProgrammaticValuesSurviveARestart() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("store.json")
        var layers = ConfigurationLayers(bundled: ["bundled": true])
        layers.appID = try AppIdentifier("property/launch-EN1")
        layers.programmatic = ["key": ["nested": 1], "__dev__key": 2]
        try Self.keep(layers, in: ConfigurationMemory(store: FileKeyValueStore(file: file)))

        let restored = try ConfigurationMemory(store: FileKeyValueStore(file: file)).restore()
        #expect(restored.problems.isEmpty)
        #expect(restored.layers.appID?.text == "property/launch-EN1")
        #expect(restored.layers.layer(.programmatic) == ["key": ["nested": 1], "__dev__key": 2])
        #expect(restored.layers.layer(.bundled).isEmpty)
    }

    @Test func takingValuesBackIsRememberedToo() throws {
        let store = InMemoryKeyValueStore()
        let memory = ConfigurationMemory(store: store)
        var layers = ConfigurationLayers(appID: try AppIdentifier("a"), programmatic: ["key": 1])
        try Self.keep(layers, in: memory)
        layers.programmatic = [:]
        layers.appID = nil
        try Self.keep(layers, in: memory)
        #expect(try memory.restore().layers == ConfigurationLayers())
        #expect(store.value(forKey: ConfigurationMemory.appIDKey) == nil)
        #expect(store.value(forKey: ConfigurationMemory.programmaticKey) == nil)
    }

    @Test func damagedValuesAreLeftOutAndReported() throws {
        let store = InMemoryKeyValueStore()
        store.set("../../etc/passwd", forKey: ConfigurationMemory.appIDKey)
        store.set([1, 2], forKey: ConfigurationMemory.programmaticKey)
        let restored = try ConfigurationMemory(store: store).restore()
        #expect(restored.layers == ConfigurationLayers())
        #expect(restored.problems.count == 2)
        let invalid = try #require(throws: AppIdentifierError.self) { try AppIdentifier("../../etc/passwd") }
        #expect(restored.problems.first?.reason == .invalidAppID(invalid))
        #expect(
            restored.problems.last?.reason
                == .notAnObject(location: "the store's configuration.programmatic", kind: "an array")
        )
    }
}
