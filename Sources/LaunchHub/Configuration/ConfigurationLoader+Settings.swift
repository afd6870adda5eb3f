// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

extension ConfigurationLoader {
    /// Where configurations come from and what is put up with.
    public struct Settings: Sendable, Hashable {
        /// The greatest limit that can be set: 1 GiB.
        public static let largestMaximumBytes = 1 << 30

        /// Where configurations are.
        public var source: ConfigurationSource
        /// The folder that keeps the last good ones; nil keeps none.
        public var cacheFolder: URL?
        /// The most bytes of a configuration; held within 0 and ``largestMaximumBytes``.
        public var maximumBytes: Int {
            didSet { maximumBytes = Settings.clamped(maximumBytes) }
        }
        /// The longest that one try may take; more than zero.
        public var timeout: Duration
        /// The most redirects that are followed.
        public var maximumRedirects: Int
        /// How long to wait before a failed fetch is tried again.
        public var backoff: RetryBackoff

        /// Makes settings.
        ///
        /// - Parameters:
        ///   - source: Where configurations are.
        ///   - cacheFolder: The folder that keeps the last good ones, made when first needed; nil keeps none.
        ///   - maximumBytes: The most bytes of a configuration.
        ///   - timeout: The longest that one try may take.
        ///   - maximumRedirects: The most redirects that are followed.
        ///   - backoff: How long to wait before a failed fetch is tried again.
        public init(
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
