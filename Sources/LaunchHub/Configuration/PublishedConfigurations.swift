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

    package func cached(_ appID: AppIdentifier, from url: URL) -> ConfigurationDocument? {
        // Written anew, a document may be somewhat longer than the text that it was read from.
        let limit = max(0, min(limits.bodyBytes, .max / 8)) * 4 + 65_536
        do throws(StorageError) {
            guard let entry = try cache(of: url)?.read(limit: limit), entry["url"]?.stringValue == url.absoluteString,
                entry["appId"]?.stringValue == appID.text, let values = entry["values"]?.objectValue
            else { return nil }
            let validators = HTTPValidators(entry: entry)
            return ConfigurationDocument(appID: appID, url: url, values: values, validators: validators)
        } catch {
            log.warning(Self.tag, "the cached copy is left out: \(error)")
            return nil
        }
    }

    package func keep(_ document: ConfigurationDocument) {
        var entry: JSONObject = [
            "url": .string(document.url.absoluteString),
            "appId": .string(document.appID.text),
            "values": .object(document.values),
        ]
        document.validators.add(to: &entry)
        do throws(StorageError) {
            try cache(of: document.url)?.write(entry)
        } catch {
            log.warning(Self.tag, "the configuration is not kept for the next start: \(error)")
        }
    }

    /// The file that caches the last valid configuration of a URL, with its validators: they always belong together.
    ///
    /// It is named by a hash because an id may be longer than a file name and may differ from another in case only. Two URLs
    /// with the same hash are harmless: the entry says which one it belongs to.
    private func cache(of url: URL) -> KeptFile? {
        let name = "configuration-\(String(FNV1a(url.absoluteString).value, radix: 16)).json"
        return cacheFolder.map { KeptFile($0.appending(path: name, directoryHint: .notDirectory)) }
    }

    static let tag = "Configuration"
}

extension ConfigurationError: LoadFailure {}
