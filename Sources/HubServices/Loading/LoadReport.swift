// SPDX-License-Identifier: Apache-2.0

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
