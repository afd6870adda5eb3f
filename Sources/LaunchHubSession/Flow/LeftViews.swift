// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// A place for pings that keeps what a killed process leaves, as the queue of an app does.
final class LeftViews: NielsenViewKeeper {
    private let base: any NielsenPingSink
    /// The pings of open views, by stream.
    private let open = Locked<[String: [NielsenPing]]>([:])
    /// The pings that the next process sends.
    private let left = Locked<[NielsenPing]>([])

    init(_ base: any NielsenPingSink) {
        self.base = base
    }

    func send(_ ping: NielsenPing) throws { try base.send(ping) }

    func send(_ pings: [NielsenPing], leaving open: [NielsenPing], of stream: String) {
        for ping in pings { try? base.send(ping) }
        self.open.withLock { $0[stream] = open.isEmpty ? nil : open }
    }

    /// Leaves the open views of an instance to the next process.
    func end(_ stream: String) {
        let views = open.withLock { $0.removeValue(forKey: stream) } ?? []
        left.withLock { $0 += views }
    }

    /// Sends what earlier processes have left.
    func sendLeft() {
        for ping in left.removeAll() { try? base.send(ping) }
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
