// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import Testing

/// The loader over a folder of published configurations.
struct ConfigurationLoaderFileTests {
    private let published: TemporaryFolder
    private let cache: TemporaryFolder
    private let appID: AppIdentifier
    private let reports = Locked<[ConfigurationReport]>([])

    init() throws {
        published = try TemporaryFolder()
        cache = try TemporaryFolder()
        appID = try AppIdentifier("property/launch-EN1")
    }

    private var last: ConfigurationReport? { reports.withLock { $0.last } }

    private func loader(maximumBytes: Int = 1_000) throws -> ConfigurationLoader {
        ConfigurationLoader(
            settings: PublishedConfigurations.Settings(
                source: try ConfigurationSource(baseURL: published.url),
                cacheFolder: cache.url,
                maximumBytes: maximumBytes
            ),
            client: ScriptedClient(),
            clock: ManualClock()
        ) { [reports] report in reports.withLock { $0.append(report) } }
    }

    private func publish(_ text: String) throws {
        try published.write(text, to: "property/launch-EN1.json")
    }

    @Test func publishedFileIsLoaded() throws {
        try publish(#"{"k":1}"#)
        let loader = try loader()
        loader.load(appID)
        #expect(last?.values == ["k": 1])
    }

    @Test func missingFileIsNamedWithItsPath() throws {
        let loader = try loader()
        loader.load(appID)
        let path = published.file("property/launch-EN1.json").path
        #expect(last?.error == .unreadableFile(path: path, detail: "there is no such file"))
        #expect(last?.retryIn == nil)
    }

    @Test(arguments: ["", "{", "[]", "{\"k\":\"" + String(repeating: "x", count: 1_000) + "\"}"])
    func badFileNeverReplacesAGoodOne(_ text: String) throws {
        try publish(#"{"k":"good"}"#)
        let first = try loader()
        first.load(appID)
        try publish(text)
        first.load(appID)
        #expect(last?.error != nil)

        // The next start begins with the good one too.
        reports.withLock { $0 = [] }
        let second = try loader()
        second.load(appID)
        #expect(last?.error != nil)
        var layers = ConfigurationLayers()
        for report in reports.withLock({ $0 }) { layers.apply(report) }
        #expect(layers.value(forKey: "k")?.value == "good")
        #expect(layers.value(forKey: "k")?.origin == .cached)
    }

    @Test func limitIsNamed() throws {
        try publish(#"{"k":"too long"}"#)
        let loader = try loader(maximumBytes: 5)
        loader.load(appID)
        #expect(last?.error == .tooLarge(location: published.file("property/launch-EN1.json").path, limit: 5))
    }

    @Test func changedFileIsSeenAtTheNextCall() throws {
        let loader = try loader()
        try publish(#"{"k":1}"#)
        loader.load(appID)
        try publish(#"{"k":2}"#)
        loader.load(appID)
        #expect(last?.values == ["k": 2])
    }
}
