// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

/// What a loader is told, and what it makes of it.
struct LoaderSettingsTests {
    private typealias Settings = PublishedConfigurations.Settings

    @Test func theLargestSizeIsAGibibyte() {
        #expect(Settings.largestMaximumBytes == 1_073_741_824)
        #expect(ConfigurationFile.defaultMaximumBytes == 1_048_576)
        #expect(Settings(source: .loopback).maximumBytes == 1_048_576)
    }

    @Test(
        arguments: [
            (Int.min, 0), (-1, 0), (0, 0), (1, 1), (1_073_741_823, 1_073_741_823), (1_073_741_824, 1_073_741_824),
            (1_073_741_825, 1_073_741_824), (.max, 1_073_741_824),
        ] as [(Int, Int)]
    )
    func aSizeIsBetweenNothingAndTheLargest(_ bytes: Int, _ expected: Int) {
        #expect(Settings(source: .loopback, maximumBytes: bytes).maximumBytes == expected)
        var settings = Settings(source: .loopback, maximumBytes: 7)
        settings.maximumBytes = bytes
        #expect(settings.maximumBytes == expected)
    }

    @Test func everyRequestHasTheLimitsOfTheSettings() {
        let settings = Settings(source: .loopback, maximumBytes: 5, timeout: .seconds(3), maximumRedirects: 2)
        let published = PublishedConfigurations(settings: settings)
        #expect(published.limits == HTTPRequest.Limits(timeout: .seconds(3), bodyBytes: 5, redirects: 2))
        #expect(!published.allowsInsecure)
        #expect(published.headers["Accept"] == "application/json")
    }
}
