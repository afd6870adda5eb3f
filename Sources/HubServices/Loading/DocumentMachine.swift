// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The state machine of a ``DocumentLoader``: a value that takes inputs and returns effects, without I/O.
///
/// One document is current. It is looked up in the cache, then fetched, and fetched again after transient failures.
/// Each new document begins a generation; the work of older generations is cancelled, and late responses to it are
/// dropped.
package struct DocumentMachine<Source: DocumentSource>: Sendable {
    /// An event that the machine responds to.
    package enum Input: Sendable, Hashable {
        /// A document is asked for; asking for the current one again fetches it anew.
        case load(Source.ID)
        /// The cache was read.
        case cacheRead(LoadGeneration, Source.Document?)
        /// A fetch returned a document.
        case fetched(LoadGeneration, Source.Document)
        /// A fetch found that the known document is current.
        case notModified(LoadGeneration)
        /// A fetch failed; `random` is a number from 0 up to 1 for the jitter of the wait.
        case failed(LoadGeneration, Source.Failure, random: Double)
        /// A fetch was not begun because it had been cancelled.
        case dropped(LoadGeneration)
        /// The delay before a retry has passed.
        case retryDue(LoadGeneration)
        /// The loader is stopped.
        case stop
    }

    /// A request for a document.
    package struct Order: Sendable, Hashable {
        /// The generation that the response belongs to.
        package let generation: LoadGeneration
        /// The document.
        package let id: Source.ID
        /// The URL of the document.
        package let url: URL
        /// The validators that make the request conditional.
        package let validators: HTTPValidators
    }

    /// An action for the loader to carry out, in order.
    package enum Effect: Sendable, Hashable {
        /// Read the cache and respond with ``Input/cacheRead(_:_:)``.
        case readCache(LoadGeneration, Source.ID, URL)
        /// Fetch and respond with exactly one of ``Input/fetched(_:_:)``, ``Input/notModified(_:)``,
        /// ``Input/failed(_:_:random:)`` and ``Input/dropped(_:)``.
        case fetch(Order)
        /// Cancel a fetch; it still responds.
        case cancelFetch(LoadGeneration)
        /// Respond with ``Input/retryDue(_:)`` after the delay.
        case scheduleRetry(LoadGeneration, after: Duration)
        /// Cancel a retry.
        case cancelRetry(LoadGeneration)
        /// Cache a document for later launches.
        case writeCache(Source.Document)
        /// Report to the owner.
        case report(LoadReport<Source>)
    }

    private enum Phase {
        case readingCache
        case fetching(failures: Int)
        case waiting(failures: Int)
        case settled
    }

    private struct Selection {
        let id: Source.ID
        let generation: LoadGeneration
        let url: URL
        var phase: Phase
        /// The last valid copy, from the cache or a fetch.
        var known: Source.Document?
    }

    /// The number of the latest generation; 0 before the first.
    package private(set) var generation: LoadGeneration = 0

    private let source: Source
    private var current: Selection?
    /// The generations that were cancelled and have not responded yet.
    private var overdue: [LoadGeneration: Source.ID] = [:]

    /// Makes a machine without a document.
    ///
    /// - Parameter source: Where documents are and what is known about them.
    package init(source: Source) {
        self.source = source
    }

    /// The current document; nil before the first one and after a stop.
    package var id: Source.ID? { current?.id }

    /// Handles an input.
    ///
    /// - Parameter input: The event.
    /// - Returns: The actions to carry out, in order.
    package mutating func handle(_ input: Input) -> [Effect] {
        switch input {
        case .load(let id):
            return load(id)
        case .cacheRead(let generation, let document):
            guard var selection = current, selection.generation == generation, case .readingCache = selection.phase
            else { return late(generation) }
            selection.known = document
            return [.report(.selected(selection.id, generation, cached: document)), fetch(selection, failures: 0)]
        case .fetched(let generation, let document):
            guard let (selection, _) = fetching(generation) else { return late(generation) }
            settle(selection, known: document)
            // Cached before it is reported, so that whoever receives the report can rely on it.
            return [.writeCache(document), .report(.loaded(document, generation))]
        case .notModified(let generation):
            guard let (selection, failures) = fetching(generation) else { return late(generation) }
            guard let known = selection.known else {
                return failed(selection, failures + 1, source.unaskedNotModified(from: selection.url), random: 0)
            }
            settle(selection, known: known)
            return [.report(.loaded(known, generation))]
        case .failed(let generation, let error, let random):
            guard let (selection, failures) = fetching(generation) else { return late(generation) }
            return failed(selection, failures + 1, error, random: random)
        case .dropped(let generation):
            return late(generation)
        case .retryDue(let generation):
            guard let selection = current, selection.generation == generation,
                case .waiting(let failures) = selection.phase
            else { return [] }
            return [fetch(selection, failures: failures)]
        case .stop:
            return abandonCurrent()
        }
    }

    // MARK: - Steps

    private mutating func load(_ id: Source.ID) -> [Effect] {
        var known: Source.Document?
        if let current, current.id == id {
            switch current.phase {
            case .readingCache, .fetching: return []
            case .waiting, .settled: known = current.known
            }
        }
        let effects = abandonCurrent()
        generation += 1
        let url: URL
        do throws(Source.Failure) {
            url = try source.url(of: id)
        } catch {
            return effects + [.report(.failed(id, generation, error, retryIn: nil))]
        }
        let selection = Selection(id: id, generation: generation, url: url, phase: .readingCache, known: known)
        guard known != nil else {
            current = selection
            return effects + [.readCache(generation, id, url)]
        }
        return effects + [.report(.selected(id, generation, cached: nil)), fetch(selection, failures: 0)]
    }

    private mutating func abandonCurrent() -> [Effect] {
        guard let selection = current else { return [] }
        current = nil
        switch selection.phase {
        case .readingCache:
            overdue[selection.generation] = selection.id
            return []
        case .fetching:
            overdue[selection.generation] = selection.id
            return [.cancelFetch(selection.generation)]
        case .waiting:
            return [
                .cancelRetry(selection.generation),
                .report(.superseded(selection.id, selection.generation)),
            ]
        case .settled:
            return []
        }
    }

    private mutating func fetch(_ selection: Selection, failures: Int) -> Effect {
        var selection = selection
        selection.phase = .fetching(failures: failures)
        current = selection
        return .fetch(
            Order(
                generation: selection.generation,
                id: selection.id,
                url: selection.url,
                validators: selection.known?.validators ?? HTTPValidators()
            )
        )
    }

    private mutating func failed(
        _ selection: Selection,
        _ failures: Int,
        _ error: Source.Failure,
        random: Double
    ) -> [Effect] {
        let delay =
            error.isTransient
            ? source.backoff.delay(afterFailures: failures, random: random, asked: error.retryAfter) : nil
        current?.phase = delay == nil ? .settled : .waiting(failures: failures)
        let report = Effect.report(.failed(selection.id, selection.generation, error, retryIn: delay))
        // Scheduled before it is reported, so that whoever receives the report can move a clock.
        return delay.map { [.scheduleRetry(selection.generation, after: $0), report] } ?? [report]
    }

    private mutating func settle(_ selection: Selection, known: Source.Document) {
        current = selection
        current?.phase = .settled
        current?.known = known.known
    }

    /// Returns whether a generation is being fetched, so that its fetch is still wanted.
    package func isFetching(_ generation: LoadGeneration) -> Bool { fetching(generation) != nil }

    private func fetching(_ generation: LoadGeneration) -> (Selection, failures: Int)? {
        guard let current, current.generation == generation, case .fetching(let failures) = current.phase
        else { return nil }
        return (current, failures)
    }

    /// Handles the response of a cancelled generation, which is reported once.
    private mutating func late(_ generation: LoadGeneration) -> [Effect] {
        guard let id = overdue.removeValue(forKey: generation) else { return [] }
        return [.report(.superseded(id, generation))]
    }
}
