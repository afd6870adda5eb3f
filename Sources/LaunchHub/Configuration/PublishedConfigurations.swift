// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// The published configurations of Launch properties, as a ``ConfigurationLoader`` loads and caches them.
///
/// Only a complete JSON object with members is a configuration.
package struct PublishedConfigurations: DocumentSource {
    package typealias ID = AppIdentifier
    package typealias Document = ConfigurationDocument
    package typealias Failure = ConfigurationError

    /// Where configurations are.
    package let source: ConfigurationSource
    /// The limits of one try.
    package var limits = HTTPRequest.Limits(timeout: .seconds(10), bodyBytes: ConfigurationFile.defaultMaximumBytes)
    /// The delay before a failed fetch is retried.
    package var backoff = RetryBackoff()
    /// The folder of cached configurations; nil disables the cache.
    package var cacheFolder: URL?
    let log: HubLog

    /// Describes configurations.
    ///
    /// - Parameters:
    ///   - source: Where they are.
    ///   - cacheFolder: The folder of cached configurations, created when first needed; nil disables the cache.
    ///   - log: The log for failures and problems of the cache.
    package init(from source: ConfigurationSource, cacheFolder: URL? = nil, log: HubLog = .disabled) {
        self.source = source
        self.cacheFolder = cacheFolder
        self.log = log
    }

    package var headers: HTTPHeaders { ["Accept": "application/json", "User-Agent": HubPackage.userAgent] }
    package var allowsInsecure: Bool { source.allowsInsecure }

    package func url(of appID: AppIdentifier) -> URL { source.url(for: appID) }

    // MARK: - Reading

    package func read(_ appID: AppIdentifier, from file: URL) throws(ConfigurationError) -> ConfigurationDocument {
        let values = try ConfigurationFile.read(atPath: file.path, maximumBytes: limits.bodyBytes)
        return ConfigurationDocument(appID: appID, url: file, values: values)
    }

    package func document(
        _ appID: AppIdentifier,
        in response: HTTPResponse,
        from url: URL
    ) throws(ConfigurationError) -> ConfigurationDocument {
        let location = url.absoluteString
        guard response.status == 200 else {
            throw ConfigurationError(.httpStatus(response.status, url: location, retryAfter: response.retryAfter))
        }
        if let encoding = response.headers["Content-Encoding"], response.body.starts(with: Self.gzipMark) {
            let detail = "it came compressed (\(encoding)), which was not asked for; publish it as it is"
            throw ConfigurationError(.malformedJSON(location: location, detail: detail))
        }
        let values = try ConfigurationFile.values(in: response.body, location: location)
        if values.isEmpty { throw ConfigurationError(.empty(location: location)) }
        return ConfigurationDocument(appID: appID, url: url, values: values, validators: HTTPValidators(of: response))
    }

    private static let gzipMark: [UInt8] = [0x1F, 0x8B]

    package func failure(_ error: HTTPError, from url: URL) -> ConfigurationError {
        if case .bodyTooLarge(let limit) = error {
            return ConfigurationError(.tooLarge(location: url.absoluteString, limit: limit))
        }
        return ConfigurationError(.network(url: url.absoluteString, error))
    }

    package func unaskedNotModified(from url: URL) -> ConfigurationError {
        ConfigurationError(.httpStatus(304, url: url.absoluteString, retryAfter: nil))
    }

    // MARK: - Cache

    private var cache: ConfigurationCache? {
        cacheFolder.map { ConfigurationCache(folder: $0, maximumBytes: limits.bodyBytes) }
    }

    package func cached(_ appID: AppIdentifier, from url: URL) -> ConfigurationDocument? {
        do throws(StorageError) {
            return try cache?.read(appID, from: url)
        } catch {
            log.warning(Self.tag, "the cached copy is left out: \(error)")
            return nil
        }
    }

    package func keep(_ document: ConfigurationDocument) {
        do throws(StorageError) {
            try cache?.write(document)
        } catch {
            log.warning(Self.tag, "the configuration is not kept for the next start: \(error)")
        }
    }

    static let tag = "Configuration"
}

extension ConfigurationError: LoadFailure {}
