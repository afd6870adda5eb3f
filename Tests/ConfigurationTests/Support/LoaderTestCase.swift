// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import Testing

/// A loader with answers, chance and time given by hand: everything happens on the test's thread.
class LoaderTestCase {
    let client = ScriptedClient()
    let clock = ManualClock()
    let reports = Locked<[ConfigurationReport]>([])
    let folder: TemporaryFolder
    let a: AppIdentifier
    let b: AppIdentifier

    init() throws {
        folder = try TemporaryFolder()
        a = try AppIdentifier("property/a")
        b = try AppIdentifier("property/b")
    }

    func loader(
        base: String = "http://127.0.0.1:9/base",
        log: Log = .disabled,
        random: @escaping @Sendable () -> Double = { 0.5 },
        _ adjust: (inout PublishedConfigurations.Settings) -> Void = { _ in }
    ) throws -> ConfigurationLoader {
        let source = try ConfigurationSource(baseURL: try #require(URL(string: base)))
        var settings = PublishedConfigurations.Settings(source: source, cacheFolder: folder.url)
        adjust(&settings)
        return ConfigurationLoader(
            settings: settings,
            client: client,
            clock: clock,
            random: random,
            log: log
        ) { [reports] report in reports.withLock { $0.append(report) } }
    }

    /// Every report so far.
    var all: [ConfigurationReport] { reports.withLock { $0 } }

    /// What somebody who took every report has.
    func layers() -> ConfigurationLayers {
        var layers = ConfigurationLayers()
        for report in all { layers.apply(report) }
        return layers
    }
}
