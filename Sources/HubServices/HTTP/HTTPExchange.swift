// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A caller's request under way in a session: its transfer, the task that serves it now, its timer, its completion.
///
/// It ends at the first of: an answer, an error, a limit, its timeout, its cancellation. Whatever comes later finds no
/// completion any more and is dropped, so that the completion runs exactly once.
final class HTTPExchange: Sendable {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    private struct State {
        var transfer: HTTPTransfer
        /// Nil once the exchange has ended.
        var completion: Completion?
        var task: URLSessionDataTask?
        var timer: ScheduledWork?
    }

    /// Keeps the session open: a redirect needs another task of it, whoever has released the client meanwhile.
    private let session: HTTPSession
    private let state: Locked<State>

    init(_ request: HTTPRequest, in session: HTTPSession, completion: @escaping Completion) {
        self.session = session
        state = Locked(State(transfer: HTTPTransfer(request), completion: completion))
    }

    var isOver: Bool { state.withLock { $0.completion == nil } }

    /// Takes the task that serves the exchange from now on; false where the exchange is over and none is needed.
    func serve(by task: URLSessionDataTask) -> Bool {
        state.withLock { state in
            guard state.completion != nil else { return false }
            state.task = task
            return true
        }
    }

    /// Keeps the timer so that it ends with the exchange; it may have fired already.
    func setTimer(_ timer: ScheduledWork) {
        let isOver = state.withLock { state in
            guard state.completion != nil else { return true }
            state.timer = timer
            return false
        }
        if isOver { timer.cancel() }
    }

    /// Ends the exchange without an answer.
    func fail(_ error: HTTPError) {
        advance { _ in .finish(.failure(error)) }
    }

    /// Has the transfer take something, and does what it says.
    func advance(_ take: (inout HTTPTransfer) -> HTTPTransfer.Step) {
        let (step, before) = state.withLock { state -> (HTTPTransfer.Step, State) in
            guard state.completion != nil else { return (.wait, state) }
            let step = take(&state.transfer)
            guard step != .wait else { return (step, state) }
            let before = state
            state.task = nil
            if case .finish = step {
                state.completion = nil
                state.timer = nil
            }
            return (step, before)
        }
        switch step {
        case .wait:
            return
        case .follow(let request):
            session.drop(before.task)
            session.begin(request, for: self)
        case .finish(let result):
            before.timer?.cancel()
            session.drop(before.task)
            session.later { before.completion?(result) }
        }
    }
}
