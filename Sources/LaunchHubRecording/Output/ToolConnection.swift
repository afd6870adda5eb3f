// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The connection to the server of `launchhub serve`.
final class ToolConnection: LineSink {
    private struct State: Sendable {
        var outbox = Outbox()
        var dropped: UInt64 = 0
        var problem: String?
        var now: Int64 = 0
        var whenDrained: (@Sendable () -> Void)?
    }

    private let base: URL
    private let name: String
    private let client: any HTTPClient
    private let state = Locked(State())

    /// Makes a connection; nothing is sent before there are lines.
    ///
    /// - Parameters:
    ///   - base: The address of the server.
    ///   - name: The name of the session at the server: letters, digits and `-`.
    ///   - client: Sends the requests.
    init(_ base: URL, name: String, client: any HTTPClient) {
        self.base = base
        self.name = name
        self.client = client
    }

    var problem: String? { state.withLock { $0.problem } }

    func write(at now: Int64, _ make: (_ isFirst: Bool) -> LineText) -> (lines: UInt64, loss: RecordingLoss)? {
        let dropped = state.withLock { state in
            state.now = now
            state.dropped &+= UInt64(state.outbox.add(make(state.outbox.needsOpening)))
            defer { state.dropped = 0 }
            return state.dropped
        }
        sendNext()
        return dropped > 0 ? (dropped, .connection) : nil
    }

    func tend(at now: Int64) -> Int64? {
        state.withLock { $0.now = now }
        sendNext()
        return state.withLock { state in
            guard !state.outbox.isEmpty else { return nil }
            return max(state.outbox.nextTry, now + 100_000_000)
        }
    }

    func synchronize() {}

    func drain(_ done: @escaping @Sendable () -> Void) {
        let isEmpty = state.withLock { state in
            state.outbox.endPause()
            state.whenDrained = state.outbox.isEmpty ? nil : done
            return state.outbox.isEmpty
        }
        if isEmpty { done() } else { sendNext() }
    }

    /// Lines that still wait are sent if the server can be reached now.
    func close() {
        state.withLock { $0.outbox.endPause() }
        sendNext()
    }

    private func sendNext() {
        let request = state.withLock { $0.outbox.begin(at: $0.now) }
        guard let request else { return }
        let session = request.part == 1 ? name : "\(name)-\(request.part)"
        let path = base.appending(path: "api/sessions/\(session)")
        // The address of a path with a number behind it is always valid.
        let url = URL(string: "\(path.absoluteString)?line=\(request.line)") ?? path
        let post = HTTPRequest(
            .post,
            url,
            headers: ["Content-Type": "application/x-ndjson", "User-Agent": HubPackage.userAgent],
            body: Data(request.body),
            limits: .init(timeout: .seconds(10), bodyBytes: 1 << 16, redirects: 0)
        )
        client.send(post) { [self] result in
            let answer: Outbox.Answer
            var problem: String?
            switch result {
            case .success(let response) where response.status == 200: answer = .accepted
            case .success(let response) where response.status == 409: answer = .behind
            case .success(let response):
                answer = .failed
                problem = "\(base.absoluteString) answered with status \(response.status)"
            case .failure(let error):
                answer = .failed
                problem = "\(base.absoluteString): \(error)"
            }
            let drained = state.withLock { state in
                state.problem = problem
                state.dropped &+= UInt64(state.outbox.end(answer, at: state.now))
                guard answer != .accepted || state.outbox.isEmpty else { return nil as (@Sendable () -> Void)? }
                defer { state.whenDrained = nil }
                return state.whenDrained
            }
            drained?()
            if answer == .accepted { sendNext() }
        }
    }
}
