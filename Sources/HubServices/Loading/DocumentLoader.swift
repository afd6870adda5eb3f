// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A loader that fetches a document of a kind and caches the last valid one for later launches.
///
/// An invalid response never replaces a valid document, in memory or on disk. Every method may be called on any thread
/// and from every callback. ``DocumentMachine`` makes the decisions, a ``DocumentSource`` says what a valid document is,
/// and this class carries out the effects.
///
/// A loader that is released while it is fetching completes that fetch, but does not retry it.
package final class DocumentLoader<Source: DocumentSource>: Sendable {
    /// A function that runs work, now or later, serially or concurrently.
    package typealias Executor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    /// A function that receives a report.
    package typealias Observer = @Sendable (LoadReport<Source>) -> Void

    private struct State: SteppedState {
        var machine: DocumentMachine<Source>
        var isDraining = false
        /// The effects that are still to be carried out, the last one first.
        private var effects: [DocumentMachine<Source>.Effect] = []
        var fetches: [LoadGeneration: HTTPTask] = [:]
        var retries: [LoadGeneration: ScheduledWork] = [:]
        var waiting: [LoadGeneration: [Observer]] = [:]

        init(machine: DocumentMachine<Source>) {
            self.machine = machine
        }

        mutating func handle(_ input: DocumentMachine<Source>.Input) {
            effects.insert(contentsOf: machine.handle(input).reversed(), at: 0)
        }

        mutating func nextStep() -> DocumentMachine<Source>.Effect? { effects.popLast() }
    }

    private let source: Source
    private let client: any HTTPClient
    private let clock: any HubClock
    private let random: @Sendable () -> Double
    private let executor: Executor
    private let observer: Observer
    private let state: Locked<State>

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - source: Where documents are, what a valid one is, and where it is cached.
    ///   - client: The client for requests to servers; not used for `file:` URLs.
    ///   - clock: The clock for delays before retries.
    ///   - random: Returns numbers from 0 up to 1 for the jitter of delays; called on any thread.
    ///   - executor: Runs the loader's work: files, parsing, callbacks. By default the work runs on the thread that
    ///     causes it: the caller's, the client's or the clock's.
    ///   - observer: Receives the reports of all documents, one at a time and in order; it may call the loader.
    package init(
        source: Source,
        client: any HTTPClient,
        clock: any HubClock = SystemClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        executor: @escaping Executor = { work in work() },
        observer: @escaping Observer
    ) {
        self.source = source
        self.client = client
        self.clock = clock
        self.random = random
        self.executor = executor
        self.observer = observer
        state = Locked(State(machine: DocumentMachine(source: source)))
    }

    deinit {
        let retries = state.withLock { $0.retries }
        for work in retries.values { work.cancel() }
    }

    /// Makes a document the current one and fetches it.
    ///
    /// If the previous document has not been loaded yet, its fetch is cancelled. Loading the current document again asks
    /// the server for a newer version, or joins the fetch that is already in progress.
    ///
    /// - Parameters:
    ///   - id: The document.
    ///   - completion: Called exactly once, after the observer, with the outcome of the first attempt that ends after
    ///     this call; a failure that will be retried counts as an outcome.
    /// - Returns: The generation of the reports about this document.
    @discardableResult
    package func load(_ id: Source.ID, completion: Observer? = nil) -> LoadGeneration {
        var generation: LoadGeneration = 0
        let step = state.begin { state in
            state.handle(.load(id))
            generation = state.machine.generation
            if let completion { state.waiting[generation, default: []].append(completion) }
        }
        carryOut(from: step)
        return generation
    }

    /// Cancels the current fetch; there is no current document until ``load(_:completion:)`` is called again.
    package func stop() {
        handle(.stop)
    }

    // MARK: - Inputs and effects

    private func handle(_ input: DocumentMachine<Source>.Input) {
        carryOut(from: state.begin { $0.handle(input) })
    }

    private func carryOut(from step: DocumentMachine<Source>.Effect?) {
        guard let step else { return }
        executor { [self] in state.drain(from: step, perform) }
    }

    private func perform(_ effect: DocumentMachine<Source>.Effect) {
        switch effect {
        case .readCache(let generation, let id, let url):
            handle(.cacheRead(generation, source.cached(id, from: url)))
        case .fetch(let order):
            fetch(order)
        case .cancelFetch(let generation):
            state.withLock { $0.fetches[generation] }?.cancel()
        case .scheduleRetry(let generation, let delay):
            let work = clock.schedule(after: delay) { [weak self] in self?.handle(.retryDue(generation)) }
            state.withLock { $0.retries[generation] = work }
        case .cancelRetry(let generation):
            state.withLock { $0.retries.removeValue(forKey: generation) }?.cancel()
        case .writeCache(let document):
            source.keep(document)
        case .report(let report):
            tell(report)
        }
    }

    private func tell(_ report: LoadReport<Source>) {
        observer(report)
        guard report.isOutcome else { return }
        let waiting = state.withLock { $0.waiting.removeValue(forKey: report.generation) } ?? []
        for completion in waiting { completion(report) }
    }

    // MARK: - Fetching

    private func fetch(_ order: DocumentMachine<Source>.Order) {
        let isWanted = state.withLock { state in
            state.retries.removeValue(forKey: order.generation)
            return state.machine.isFetching(order.generation)
        }
        // An observer may have stopped the loader, or asked for another document, before this one was requested.
        guard isWanted else { return handle(.dropped(order.generation)) }
        guard !order.url.isFileURL else {
            let outcome = outcome(of: order) { () throws(Source.Failure) in
                try source.read(order.id, from: order.url)
            }
            return handle(outcome)
        }
        var headers = order.validators.requestHeaders
        for field in source.headers.fields { headers[field.name] = field.value }
        var request = HTTPRequest.get(order.url, headers: headers, limits: source.limits)
        request.allowsInsecure = source.allowsInsecure
        // Entered before the request goes out: its response may come before `send` returns, and removes the entry.
        state.withLock { $0.fetches[order.generation] = HTTPTask() }
        let task = client.send(request) { [self] result in
            state.withLock { _ = $0.fetches.removeValue(forKey: order.generation) }
            executor { [self] in handle(answer(to: order, result)) }
        }
        state.withLock { state in
            if state.fetches[order.generation] != nil { state.fetches[order.generation] = task }
        }
    }

    private func answer(
        to order: DocumentMachine<Source>.Order,
        _ result: Result<HTTPResponse, HTTPError>
    ) -> DocumentMachine<Source>.Input {
        switch result {
        case .success(let response) where response.status == 304:
            // Without a condition it is no answer: something between here and the server has made it up.
            order.validators.isEmpty
                ? failed(order, source.unaskedNotModified(from: order.url)) : .notModified(order.generation)
        case .success(let response):
            outcome(of: order) { () throws(Source.Failure) in
                try source.document(order.id, in: response, from: order.url)
            }
        case .failure(let error):
            failed(order, source.failure(error, from: order.url))
        }
    }

    private func outcome(
        of order: DocumentMachine<Source>.Order,
        _ read: () throws(Source.Failure) -> Source.Document
    ) -> DocumentMachine<Source>.Input {
        do throws(Source.Failure) {
            return .fetched(order.generation, try read())
        } catch {
            return failed(order, error)
        }
    }

    private func failed(
        _ order: DocumentMachine<Source>.Order,
        _ error: Source.Failure
    ) -> DocumentMachine<Source>.Input {
        .failed(order.generation, error, random: error.isTransient ? random() : 0)
    }
}
