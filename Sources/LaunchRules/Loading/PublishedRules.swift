// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The reason why published rules could not be loaded, and whether that may change.
struct RuleLoadFailure: LoadFailure {
    let error: LaunchRuleError
    var isTransient = false
    var retryAfter: Duration?
}

/// Rules that were fetched, understood as a whole.
struct RuleDocument: RemoteDocument {
    let url: URL
    /// The JSON text, for the cache; nil if that has it.
    private(set) var text: Data?
    /// The rules; nil where only the validators are kept.
    private(set) var set: LaunchRuleSet?
    var validators = HTTPValidators()
    /// When they were fetched, in milliseconds since 1970.
    let loadedAt: Int64
    /// Whether an earlier launch has fetched them.
    var isCached = false

    var known: RuleDocument {
        var document = self
        (document.text, document.set) = (nil, nil)
        return document
    }

    // Two documents of one place and time are the same one.
    static func == (left: RuleDocument, right: RuleDocument) -> Bool {
        left.url == right.url && left.validators == right.validators && left.loadedAt == right.loadedAt
            && left.text == right.text
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(loadedAt)
    }
}

/// The rules at an address, as a `DocumentLoader` loads and caches them.
///
/// They are read before they are cached, so that what cannot be read never replaces what could.
struct PublishedRules: DocumentSource {
    let cache: RuleCache?
    let allowsInsecure: Bool
    let now: @Sendable () -> Int64
    let warn: @Sendable (String) -> Void

    let backoff = RetryBackoff()
    // Text is larger than an archive.
    let limits = HTTPRequest.Limits(bodyBytes: LaunchRuleSet.sizeLimit)
    let headers: HTTPHeaders = [
        "Accept": "application/zip, application/json", "User-Agent": HubPackage.userAgent,
    ]

    func url(of id: URL) throws(RuleLoadFailure) -> URL { id }

    // MARK: - Reading

    func read(_ id: URL, from file: URL) throws(RuleLoadFailure) -> RuleDocument {
        do throws(LaunchRuleError) {
            return RuleDocument(url: id, text: nil, set: try LaunchRuleSet(file: file), loadedAt: now())
        } catch {
            throw RuleLoadFailure(error: error)
        }
    }

    func document(_ id: URL, in response: HTTPResponse, from url: URL) throws(RuleLoadFailure) -> RuleDocument {
        let location = ConfiguredRules.shown(url)
        guard response.status == 200 else {
            throw RuleLoadFailure(
                error: LaunchRuleError(
                    .httpStatus,
                    "\(location) answered with status \(response.status); 200 with a file of rules is needed"
                ),
                isTransient: response.status >= 500 || [304, 408, 425, 429].contains(response.status),
                retryAfter: response.retryAfter
            )
        }
        do throws(LaunchRuleError) {
            let text = try LaunchRuleSet.text(published: response.body)
            return RuleDocument(
                url: id,
                text: text,
                set: try LaunchRuleSet(json: text),
                validators: HTTPValidators(of: response),
                loadedAt: now()
            )
        } catch {
            // Networks with a login page respond to every request with that page.
            throw RuleLoadFailure(
                error: error.located(at: location),
                isTransient: [.notJSON, .noRules, .badArchive].contains(error.code)
            )
        }
    }

    func failure(_ error: HTTPError, from url: URL) -> RuleLoadFailure {
        let location = ConfiguredRules.shown(url)
        switch error {
        case .bodyTooLarge(let limit):
            return RuleLoadFailure(
                error: LaunchRuleError(.tooLarge, "\(location) has more than \(limit) bytes; no more are read")
            )
        case .invalidRequest, .headTooLarge, .cancelled:
            return RuleLoadFailure(error: LaunchRuleError(.network, "\(location) could not be fetched: \(error)"))
        case .timedOut, .truncated, .malformedAnswer, .tooManyRedirects, .redirectRefused, .connection:
            return RuleLoadFailure(
                error: LaunchRuleError(.network, "\(location) could not be fetched: \(error)"),
                isTransient: true
            )
        }
    }

    func unaskedNotModified(from url: URL) -> RuleLoadFailure {
        RuleLoadFailure(
            error: LaunchRuleError(
                .httpStatus,
                "\(ConfiguredRules.shown(url)) answered with status 304, which was not asked for"
            ),
            isTransient: true
        )
    }

    // MARK: - Cache

    func cached(_ id: URL, from url: URL) -> RuleDocument? {
        guard let cache, !url.isFileURL else { return nil }
        do {
            return try cache.read(url)
        } catch {
            warn("the cached rules are left out: \(error)")
            return nil
        }
    }

    func keep(_ document: RuleDocument) {
        guard let cache, document.text != nil else { return }
        do throws(StorageError) {
            try cache.write(document)
        } catch {
            warn("the rules are not kept for the next start: \(error)")
        }
    }
}
