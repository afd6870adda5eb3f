// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The configurations of the SDK, one for each app id, as a ``ConfigurationFetch`` loads and caches them.
struct SDKConfigurations: DocumentSource {
    /// A configuration that was read as a whole.
    struct Document: RemoteDocument {
        let configuration: NielsenConfiguration
        let appid: String
        let url: URL
        let validators: HTTPValidators
        let isFromCache: Bool
        /// The text for the cache; nil if that has it, or is not to have it.
        var text: Data?

        var known: Document {
            var document = self
            document.text = nil
            return document
        }
    }

    /// Error 4 or 5, and whether another try may have a better outcome.
    struct Failure: LoadFailure {
        let error: NielsenError
        var isTransient = true
        var retryAfter: Duration?
        /// Whether there was no response at all.
        var isUnanswered = false
    }

    private let source: NielsenConfigurationSource
    private let environment: NielsenEnvironment
    private static let tag = "NielsenAppApi"

    init(source: NielsenConfigurationSource, environment: NielsenEnvironment) {
        self.source = source
        self.environment = environment
    }

    var backoff: RetryBackoff { source.backoff }
    var limits: HTTPRequest.Limits { HTTPRequest.Limits(bodyBytes: source.maximumBytes) }
    var headers: HTTPHeaders { ["User-Agent": "NielsenAppApi/\(environment.configuration.meterVersion)"] }
    var allowsInsecure: Bool { source.allowsInsecure }

    func url(of appid: String) throws(Failure) -> URL {
        guard let url = source.url(for: appid) else {
            let message = "the app id \"\(NielsenText.shown(appid))\" cannot be the name of a configuration file"
            throw Failure(error: NielsenError(.failedReceiveConfig, message, key: "appid"), isTransient: false)
        }
        switch url.scheme?.lowercased() {
        case "file":
            return url
        case "http", "https":
            guard let refusal = EndpointPolicy.refusal(of: url, allowsInsecure: source.allowsInsecure) else {
                return url
            }
            throw Self.permanent("\(url.absoluteString): \(refusal)")
        case let scheme:
            throw Self.permanent(
                "configurations come from file:, http: or https:, not from \(scheme ?? "a relative address")"
            )
        }
    }

    // MARK: - Reading

    func read(_ appid: String, from file: URL) throws(Failure) -> Document {
        do {
            let configuration = try parse(LimitedFile.read(file, limit: source.maximumBytes))
            return Document(
                configuration: configuration,
                appid: appid,
                url: file,
                validators: HTTPValidators(),
                isFromCache: false
            )
        } catch let error as NielsenConfigurationError {
            throw Failure(error: Self.unreadable(error), isTransient: false)
        } catch LimitedFile.Failure.tooLarge(let bytes) {
            throw Self.permanent("the configuration has \(bytes) bytes; at most \(source.maximumBytes) are read")
        } catch {
            throw Self.permanent("no configuration at \(file.absoluteString): \(Self.words(for: error))")
        }
    }

    func document(_ appid: String, in response: HTTPResponse, from url: URL) throws(Failure) -> Document {
        guard response.isSuccess else {
            let message = "the server answered the question for the configuration with status \(response.status)"
            throw Failure(error: NielsenError(.failedReceiveConfig, message), retryAfter: response.retryAfter)
        }
        do throws(NielsenConfigurationError) {
            return Document(
                configuration: try parse(response.body),
                appid: appid,
                url: url,
                validators: HTTPValidators(of: response),
                isFromCache: false,
                text: response.body
            )
        } catch {
            // The server will not send another file soon, but it may: a bad one was published by mistake.
            throw Failure(error: Self.unreadable(error))
        }
    }

    func failure(_ error: HTTPError, from url: URL) -> Failure {
        let error = NielsenError(.failedReceiveConfig, "no configuration was received: \(error)")
        return Failure(error: error, isUnanswered: true)
    }

    func unaskedNotModified(from url: URL) -> Failure {
        let message = "the server answered with status 304, although it was not told what is known here"
        return Failure(error: NielsenError(.failedReceiveConfig, message))
    }

    private func parse(_ data: Data) throws(NielsenConfigurationError) -> NielsenConfiguration {
        let configuration = try NielsenConfiguration(jsonData: data, base: environment.configuration)
        for remark in configuration.remarks { environment.log.warning(Self.tag, remark) }
        return configuration
    }

    // MARK: - Cache

    private func cache(_ appid: String, _ url: URL) -> NielsenConfigurationCache? {
        guard !url.isFileURL else { return nil }
        return source.cacheFolder.map { NielsenConfigurationCache(folder: $0, url: url, appid: appid) }
    }

    func cached(_ appid: String, from url: URL) -> Document? {
        do throws(StorageError) {
            guard let entry = try cache(appid, url)?.read(maximumBytes: source.maximumBytes),
                let configuration = try? parse(entry.data)
            else { return nil }
            return Document(
                configuration: configuration,
                appid: appid,
                url: url,
                validators: entry.validators,
                isFromCache: true
            )
        } catch {
            environment.log.warning(Self.tag, "the cached configuration is left out: \(error)")
            return nil
        }
    }

    func keep(_ document: Document) {
        guard let text = document.text, let cache = cache(document.appid, document.url) else { return }
        let entry = NielsenConfigurationCache.Entry(data: text, validators: document.validators)
        if let failure = cache.write(entry) { environment.log.warning(Self.tag, failure) }
    }

    // MARK: - Errors

    private static func permanent(_ message: String) -> Failure {
        Failure(error: NielsenError(.failedReceiveConfig, message), isTransient: false)
    }

    private static func unreadable(_ error: NielsenConfigurationError) -> NielsenError {
        NielsenError(.failedParseConfig, error.description, key: error.path.isEmpty ? nil : error.path)
    }

    /// Returns the reason why a file cannot be read.
    ///
    /// What the system says of it names the file two times more.
    private static func words(for error: any Error) -> String {
        if case LimitedFile.Failure.notRegular = error { return "it is not a regular file; name a JSON file" }
        return switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file; put the one of this appid there"
        case .fileReadNoPermission: "the file may not be read"
        default: error.localizedDescription
        }
    }
}
