// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// A place for pings that keeps what a killed process leaves, as the queue of an app does.
final class LeftViews: NielsenViewKeeper {
    private struct State {
        /// The pings of open views, by stream.
        var open: [String: [NielsenPing]] = [:]
        /// The pings that the next process sends.
        var left: [NielsenPing] = []
    }

    private let base: any NielsenPingSink
    private let state = Locked(State())

    init(_ base: any NielsenPingSink) {
        self.base = base
    }

    func send(_ ping: NielsenPing) throws { try base.send(ping) }

    func send(_ pings: [NielsenPing], leaving open: [NielsenPing], of stream: String) {
        for ping in pings { try? base.send(ping) }
        state.withLock { $0.open[stream] = open.isEmpty ? nil : open }
    }

    /// Leaves the open views of an instance to the next process.
    func end(_ stream: String) {
        state.withLock { state in
            state.left += state.open.removeValue(forKey: stream) ?? []
        }
    }

    /// Sends what earlier processes have left.
    func sendLeft() {
        let left = state.withLock { state in
            defer { state.left = [] }
            return state.left
        }
        for ping in left { try? base.send(ping) }
    }

    func attach(
        stream: String,
        configuration: NielsenConfiguration,
        report: @escaping @Sendable (NielsenError) -> Void
    ) {
        base.attach(stream: stream, configuration: configuration, report: report)
    }

    func detach(stream: String) { base.detach(stream: stream) }
}
