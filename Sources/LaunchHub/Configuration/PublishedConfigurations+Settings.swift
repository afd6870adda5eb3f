// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

extension PublishedConfigurations {
    /// The source, the cache and the limits of a loader.
    package struct Settings: Sendable, Hashable {
        /// The largest size limit that can be set, in bytes: 1 GiB.
        package static let largestMaximumBytes = 1 << 30

        /// The source of configurations.
        package var source: ConfigurationSource
        /// The folder of cached configurations; nil disables the cache.
        package var cacheFolder: URL?
        /// The size limit of a configuration, in bytes; clamped to 0 through ``largestMaximumBytes``.
        package var maximumBytes: Int {
            didSet { maximumBytes = Settings.clamped(maximumBytes) }
        }
        /// The time limit of one attempt; more than zero.
        package var timeout: Duration
        /// The largest number of redirects that are followed.
        package var maximumRedirects: Int
        /// The delay before a failed fetch is retried.
        package var backoff: RetryBackoff

        /// Makes settings.
        ///
        /// - Parameters:
        ///   - source: The source of configurations.
        ///   - cacheFolder: The folder of cached configurations, created when first needed; nil disables the cache.
        ///   - maximumBytes: The size limit of a configuration, in bytes.
        ///   - timeout: The time limit of one attempt.
        ///   - maximumRedirects: The largest number of redirects that are followed.
        ///   - backoff: The delay before a failed fetch is retried.
        package init(
            source: ConfigurationSource,
            cacheFolder: URL? = nil,
            maximumBytes: Int = ConfigurationFile.defaultMaximumBytes,
            timeout: Duration = .seconds(10),
            maximumRedirects: Int = 5,
            backoff: RetryBackoff = RetryBackoff()
        ) {
            self.source = source
            self.cacheFolder = cacheFolder
            self.maximumBytes = Settings.clamped(maximumBytes)
            self.timeout = timeout
            self.maximumRedirects = maximumRedirects
            self.backoff = backoff
        }

        private static func clamped(_ bytes: Int) -> Int {
            min(max(0, bytes), largestMaximumBytes)
        }

        var requestLimits: HTTPRequest.Limits {
            HTTPRequest.Limits(timeout: timeout, bodyBytes: maximumBytes, redirects: maximumRedirects)
        }
    }
}
