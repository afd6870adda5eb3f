// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Fetches the configuration of one instance: from a file, or from the cache and a server, with retries.
final class ConfigurationFetch: Sendable {
    /// The outcome of a fetch.
    enum Outcome: Sendable {
        /// A configuration that was read as a whole.
        case received(NielsenConfiguration)
        /// The configuration in use is current.
        case confirmed
        /// Error 4 or 5; final where there will be no further try. Nobody answered where there is no network.
        case failed(NielsenError, isFinal: Bool, isUnanswered: Bool = false)
    }

    typealias Deliver = @Sendable (Outcome) -> Void

    private struct State {
        var isOver = false
        var failures = 0
        /// The last failure, so that it is reported once and not at each try.
        var told: String?
        var task: HTTPTask?
        var timer: ScheduledWork?
    }

    private let source: NielsenConfigurationSource
    private let appid: String
    private let environment: NielsenEnvironment
    /// Guarded by `state`.
    private let state = Locked(State())

    init(source: NielsenConfigurationSource, appid: String, environment: NielsenEnvironment) {
        self.source = source
        self.appid = appid
        self.environment = environment
    }

    /// Begins.
    ///
    /// The outcome may come before this returns.
    ///
    /// - Parameters:
    ///   - isRefresh: Whether there is a configuration already, so that the kept one is nothing new.
    ///   - deliver: Receives what comes out, on any thread.
    func start(isRefresh: Bool = false, _ deliver: @escaping Deliver) {
        guard let url = source.url(for: appid) else {
            let message = "the app id \"\(NielsenText.shown(appid))\" cannot be the name of a configuration file"
            return deliver(.failed(NielsenError(.failedReceiveConfig, message, key: "appid"), isFinal: true))
        }
        switch url.scheme?.lowercased() {
        case "file": readFile(url, deliver)
        case "http", "https":
            if let refusal = EndpointPolicy.refusal(of: url, allowsInsecure: source.allowsInsecure) {
                let error = NielsenError(.failedReceiveConfig, "\(url.absoluteString): \(refusal)")
                return deliver(.failed(error, isFinal: true))
            }
            askServer(url, isRefresh: isRefresh, deliver)
        case let scheme:
            let message = "configurations come from file:, http: or https:, not from \(scheme ?? "a relative address")"
            deliver(.failed(NielsenError(.failedReceiveConfig, message), isFinal: true))
        }
    }

    /// Cancels the fetch: no outcome is delivered any more.
    func cancel() {
        let (task, timer) = state.withLock { state in
            state.isOver = true
            return (state.task, state.timer)
        }
        task?.cancel()
        timer?.cancel()
    }

    // MARK: - Files

    private func readFile(_ url: URL, _ deliver: Deliver) {
        do {
            deliver(.received(try parse(LimitedFile.read(url, limit: source.maximumBytes))))
        } catch let error as NielsenConfigurationError {
            deliver(.failed(Self.unreadable(error), isFinal: true))
        } catch LimitedFile.Failure.tooLarge(let bytes) {
            let message = "the configuration has \(bytes) bytes; at most \(source.maximumBytes) are read"
            deliver(.failed(NielsenError(.failedReceiveConfig, message), isFinal: true))
        } catch {
            let message = "no configuration at \(url.absoluteString): \(Self.words(for: error))"
            deliver(.failed(NielsenError(.failedReceiveConfig, message), isFinal: true))
        }
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

    private func parse(_ data: Data) throws(NielsenConfigurationError) -> NielsenConfiguration {
        let configuration = try NielsenConfiguration(jsonData: data, base: environment.configuration)
        for remark in configuration.remarks { environment.log.warning("NielsenAppApi", remark) }
        return configuration
    }

    private static func unreadable(_ error: NielsenConfigurationError) -> NielsenError {
        NielsenError(.failedParseConfig, error.description, key: error.path.isEmpty ? nil : error.path)
    }

    // MARK: - Servers

    private func askServer(_ url: URL, isRefresh: Bool, _ deliver: @escaping Deliver) {
        let cache = source.cacheFolder.map { NielsenConfigurationCache(folder: $0, url: url, appid: appid) }
        var headers: HTTPHeaders = ["User-Agent": "NielsenAppApi/\(environment.configuration.meterVersion)"]
        if let entry = kept(in: cache), let kept = try? parse(entry.data) {
            // A start must not wait for the network where there is a good configuration.
            if !isRefresh { deliver(.received(kept)) }
            if let etag = entry.etag { headers["If-None-Match"] = etag }
            if let date = entry.lastModified { headers["If-Modified-Since"] = date }
        }
        var request = HTTPRequest.get(url, headers: headers, limits: .init(bodyBytes: source.maximumBytes))
        request.allowsInsecure = source.allowsInsecure
        ask(request, cache, deliver)
    }

    private func kept(in cache: NielsenConfigurationCache?) -> NielsenConfigurationCache.Entry? {
        do throws(StorageError) {
            return try cache?.read(maximumBytes: source.maximumBytes)
        } catch {
            environment.log.warning("NielsenAppApi", "the cached configuration is left out: \(error)")
            return nil
        }
    }

    private func ask(_ request: HTTPRequest, _ cache: NielsenConfigurationCache?, _ deliver: @escaping Deliver) {
        guard !state.withLock({ $0.isOver }) else { return }
        let task = source.client.send(request) { [self] result in
            take(result, request, cache, deliver)
        }
        let isOver = state.withLock { state in
            state.task = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    private func take(
        _ result: Result<HTTPResponse, HTTPError>,
        _ request: HTTPRequest,
        _ cache: NielsenConfigurationCache?,
        _ deliver: @escaping Deliver
    ) {
        guard !state.withLock({ $0.isOver }) else { return }
        switch result {
        case .success(let response) where response.status == 304:
            // Without a condition it is no answer: something between here and the server has made it up.
            let isCondition = request.headers["If-None-Match"] != nil || request.headers["If-Modified-Since"] != nil
            guard !isCondition else { return deliver(.confirmed) }
            let message = "the server answered with status 304, although it was not told what is known here"
            retry(NielsenError(.failedReceiveConfig, message), nil, request, cache, deliver)
        case .success(let response) where response.isSuccess:
            do {
                let configuration = try parse(response.body)
                if let failure = cache?.write(response) { environment.log.warning("NielsenAppApi", failure) }
                deliver(.received(configuration))
            } catch {
                // The server will not send another file soon, but it may: a bad one was published by mistake.
                retry(Self.unreadable(error), nil, request, cache, deliver)
            }
        case .success(let response):
            let message = "the server answered the question for the configuration with status \(response.status)"
            let error = NielsenError(.failedReceiveConfig, message)
            retry(error, response.retryAfter, request, cache, deliver)
        case .failure(let failure):
            let error = NielsenError(.failedReceiveConfig, "no configuration was received: \(failure)")
            retry(error, nil, isUnanswered: true, request, cache, deliver)
        }
    }

    private func retry(
        _ error: NielsenError,
        _ asked: Duration?,
        isUnanswered: Bool = false,
        _ request: HTTPRequest,
        _ cache: NielsenConfigurationCache?,
        _ deliver: @escaping Deliver
    ) {
        let (failures, isNews) = state.withLock { state in
            state.failures += 1
            defer { state.told = error.description }
            return (state.failures, state.told != error.description)
        }
        let random = Double(environment.random() >> 11) * 0x1p-53
        guard let delay = source.backoff.delay(afterFailures: failures, random: random, asked: asked) else {
            return deliver(.failed(error, isFinal: true))
        }
        if isNews { deliver(.failed(error, isFinal: false, isUnanswered: isUnanswered)) }
        let timer = environment.clock.schedule(after: delay) { [weak self] in
            self?.ask(request, cache, deliver)
        }
        let isOver = state.withLock { state in
            state.timer = timer
            return state.isOver
        }
        if isOver { timer.cancel() }
    }
}
