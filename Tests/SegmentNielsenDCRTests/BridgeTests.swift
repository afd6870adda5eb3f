// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubTesting
import NielsenTesting
import SegmentNielsenDCR
import TestSupport
import Testing

private typealias TrackEvent = HostLibrary.TrackEvent
private typealias ScreenEvent = HostLibrary.ScreenEvent
private typealias Settings = HostLibrary.Settings
private typealias UpdateType = HostLibrary.UpdateType
private typealias DestinationPlugin = HostLibrary.EventPlugin

// The bridge of the documentation, word for word but for the stored destination that the test hands in.
private final class NielsenDCRPlugin: DestinationPlugin {
    let key = NielsenDCRDestination.key
    private let destination: NielsenDCRDestination

    init(_ destination: NielsenDCRDestination = NielsenDCRDestination()) {
        self.destination = destination
    }

    func update(settings: Settings, type: UpdateType) {
        guard let own = settings.integrations?.dictionaryValue?[key] as? [String: Any] else { return }
        destination.update(settings: NielsenDCRSettings(own))
    }

    func track(event: TrackEvent) -> TrackEvent? {
        destination.track(
            SegmentTrackEvent(
                event.event,
                properties: event.properties?.dictionaryValue,
                integrations: event.integrations?.dictionaryValue
            )
        )
        return event
    }

    func screen(event: ScreenEvent) -> ScreenEvent? {
        destination.screen(
            SegmentScreenEvent(
                event.name,
                category: event.category,
                properties: event.properties?.dictionaryValue,
                integrations: event.integrations?.dictionaryValue
            )
        )
        return event
    }

    func reset() { destination.reset() }
    func shutdown() { destination.shutdown() }
}

struct BridgeTests {
    @Test func theDocumentedBridgePassesEverythingOn() throws {
        let stage = Stage(nil)
        let plugin = NielsenDCRPlugin(try #require(stage.destination))
        let integrations = HostLibrary.JSON(dictionaryValue: ["Nielsen DCR": ["channelName": "News"]])
        let event = TrackEvent(
            event: "Video Playback Started",
            properties: .init(dictionaryValue: ["content_asset_id": "c", "position": 3, "livestream": false]),
            integrations: integrations
        )
        #expect(plugin.track(event: event)?.event == event.event)
        plugin.update(
            settings: Settings(integrations: .init(dictionaryValue: ["Other": ["appId": "x"]])),
            type: .initial
        )
        #expect(stage.sdk.calls.isEmpty)
        let settings = Settings(integrations: .init(dictionaryValue: [plugin.key: ["appId": "P1"]]))
        plugin.update(settings: settings, type: .refresh)
        #expect(plugin.screen(event: ScreenEvent(name: "Home", integrations: integrations))?.name == "Home")
        stage.wait(1)
        plugin.reset()
        plugin.shutdown()
        #expect(stage.calls() == ["load content c", "play News", "load static ", "3", "end"])
    }

    @Test func theBridgeInTheDocumentationIsTheOneThatIsCompiled() throws {
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let compiled = lines(try PackageFolder.text("Tests/SegmentNielsenDCRTests/BridgeTests.swift"))
        let article = "Sources/SegmentNielsenDCR/SegmentNielsenDCR.docc/BridgingTheHostLibrary.md"
        let shown = try PackageFolder.text(article).components(separatedBy: "```swift\n")
        let snippet = try #require(shown.dropFirst().first?.components(separatedBy: "```").first)
        let own = ["import Segment", "import SegmentNielsenDCR", "final class NielsenDCRPlugin: DestinationPlugin {"]
        let hostOnly = [
            "let timeline = Timeline()", "let type = PluginType.destination", "weak var analytics: Analytics?",
        ]
        let stored = "private let destination = NielsenDCRDestination()"
        for line in lines(snippet) where !own.contains(line) && !hostOnly.contains(line) && line != stored {
            #expect(compiled.contains(line), "\(line)")
        }
        #expect(lines(snippet).contains("destination.update(settings: NielsenDCRSettings(own))"))
    }
}
