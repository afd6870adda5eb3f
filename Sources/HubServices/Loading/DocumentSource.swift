// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A copy of a remote document, complete and valid.
package protocol RemoteDocument: Sendable, Hashable {
    /// The validators for checking whether it is current.
    var validators: HTTPValidators { get }
    /// The same without what only the cache needs, to be kept for later requests.
    var known: Self { get }
}

extension RemoteDocument {
    /// The same.
    package var known: Self { self }
}

/// The reason why a document could not be loaded.
package protocol LoadFailure: Error, Sendable, Hashable {
    /// Whether the same request may succeed later, so that it is retried.
    var isTransient: Bool { get }
    /// The time that the server asks to wait before the next request; nil if it does not.
    var retryAfter: Duration? { get }
}

/// The kind of documents that a ``DocumentLoader`` loads: where they are, what a valid one is, and where it is cached.
///
/// Its methods are called on any thread, one at a time for each loader.
package protocol DocumentSource: Sendable {
    /// The name of a document.
    associatedtype ID: Sendable, Hashable
    /// A valid document.
    associatedtype Document: RemoteDocument
    /// What a document is refused with.
    associatedtype Failure: LoadFailure

    /// The delay before a failed request is retried.
    var backoff: RetryBackoff { get }
    /// The limits of a request.
    var limits: HTTPRequest.Limits { get }
    /// The header fields of each request, in addition to those that make it conditional.
    var headers: HTTPHeaders { get }
    /// Whether documents may be fetched from other machines by `http:`.
    var allowsInsecure: Bool { get }

    /// Returns the URL of a document; `file:`, `http:` or `https:`.
    func url(of id: ID) throws(Failure) -> URL

    /// Returns the cached copy of a document, or nil.
    func cached(_ id: ID, from url: URL) -> Document?

    /// Reads a document from a file.
    func read(_ id: ID, from file: URL) throws(Failure) -> Document

    /// Reads a document from a response with any status but 304.
    func document(_ id: ID, in response: HTTPResponse, from url: URL) throws(Failure) -> Document

    /// Returns the failure of a request without a response.
    func failure(_ error: HTTPError, from url: URL) -> Failure

    /// Returns the failure of a request to which the server responded with 304 although it was not conditional.
    func unaskedNotModified(from url: URL) -> Failure

    /// Caches a document for later launches.
    func keep(_ document: Document)
}

/// The number of a document that a loader was asked for, from 1; later ones have greater numbers.
package typealias LoadGeneration = UInt64

/// A report of a ``DocumentLoader`` to its owner.
///
/// The reports of a generation are: at most one `selected`, any number of `failed` with a retry to follow, and one last
/// report, which is `loaded`, `failed` without a retry, or `superseded`.
package enum LoadReport<Source: DocumentSource>: Sendable, Hashable {
    /// A document is current from now on; `cached` is its copy from an earlier launch.
    ///
    /// If the document was already current, the cache is not read again and `cached` is nil.
    case selected(Source.ID, LoadGeneration, cached: Source.Document?)
    /// The document was fetched, or the server confirmed that the known one is current.
    case loaded(Source.Document, LoadGeneration)
    /// An attempt failed; the known document stays. `retryIn` is the time until the next attempt, or nil if there is
    /// none.
    case failed(Source.ID, LoadGeneration, Source.Failure, retryIn: Duration?)
    /// Another document or a stop replaced this one before it was loaded; a late response was dropped.
    case superseded(Source.ID, LoadGeneration)

    package var generation: LoadGeneration {
        switch self {
        case .selected(_, let generation, _), .loaded(_, let generation), .failed(_, let generation, _, _),
            .superseded(_, let generation):
            generation
        }
    }

    /// Whether the report is the outcome of an attempt.
    package var isOutcome: Bool {
        switch self {
        case .selected: false
        case .loaded, .failed, .superseded: true
        }
    }
}
