// SPDX-License-Identifier: Apache-2.0

/// A caller's request under way: its transfer, the hop that serves it now, its timer, its completion.
///
/// It ends at the first of: an answer, an error, a limit, its timeout, its cancellation. Whatever comes later finds no
/// completion any more and is dropped, so that the completion runs exactly once.
final class HTTPExchange: Sendable {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    private struct State {
        var transfer: HTTPTransfer
        /// Nil once the exchange has ended.
        var completion: Completion?
        var hop: HTTPHop?
        var timer: ScheduledWork?
    }

    /// Keeps the transport open, because a redirect needs another hop of it even if the client has been released.
    private let transport: HTTPTransport
    private let state: Locked<State>

    init(_ request: HTTPRequest, over transport: HTTPTransport, completion: @escaping Completion) {
        self.transport = transport
        state = Locked(State(transfer: HTTPTransfer(request), completion: completion))
    }

    /// Sets the hop that serves the exchange from now on.
    ///
    /// - Returns: Whether it is needed; an exchange that is over needs none.
    func serve(by hop: HTTPHop) -> Bool {
        state.withLock { state in
            guard state.completion != nil else { return false }
            state.hop = hop
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
        let before = state.withLock { state -> State? in
            state.completion == nil ? nil : Self.end(&state)
        }
        if let before { finish(before, .failure(error)) }
    }

    /// Passes the transfer what a hop received, and performs the next step.
    ///
    /// - Returns: Whether more is wanted of the hop; not once the exchange has ended or another hop serves it.
    @discardableResult
    func advance(by hop: HTTPHop, _ change: (inout HTTPTransfer) -> HTTPTransfer.Step) -> Bool {
        let (step, before) = state.withLock { state -> (HTTPTransfer.Step?, State) in
            guard state.completion != nil, state.hop == hop else { return (nil, state) }
            let step = change(&state.transfer)
            if case .finish = step { return (step, Self.end(&state)) }
            return (step, state)
        }
        switch step {
        case nil:
            return false
        case .wait:
            return true
        case .follow(let request):
            transport.drop(hop)
            transport.begin(request, for: self)
            return false
        case .finish(let result):
            finish(before, result)
            return false
        }
    }

    /// - Returns: The state as it was.
    private static func end(_ state: inout State) -> State {
        let before = state
        state.completion = nil
        state.timer = nil
        state.hop = nil
        return before
    }

    private func finish(_ before: State, _ result: Result<HTTPResponse, HTTPError>) {
        before.timer?.cancel()
        if let hop = before.hop { transport.drop(hop) }
        transport.later { before.completion?(result) }
    }
}
