// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Stands for delivery: keeps pings, and answers them when the test says so.
final class AnsweringSink: NielsenAnsweringPingSink, NielsenViewKeeper {
    private let kept = Locked<[NielsenPing]>([])
    private let open = Locked<[NielsenPing]>([])
    private let listeners = Locked<[String: @Sendable (NielsenPingAnswer) -> Void]>([:])

    var pings: [NielsenPing] { kept.withLock { $0 } }
    var questions: [NielsenPing] { pings.filter(\.expectsAnswer) }

    /// The pings that the next process sends if this one is killed.
    var left: [NielsenPing] { open.withLock { $0 } }

    func send(_ ping: NielsenPing) { kept.withLock { $0.append(ping) } }

    func send(_ pings: [NielsenPing], leaving open: [NielsenPing], of stream: String) {
        kept.withLock { $0 += pings }
        self.open.withLock { $0 = open }
    }

    func setAnswerListener(forStream stream: String, _ listener: (@Sendable (NielsenPingAnswer) -> Void)?) {
        listeners.withLock { $0[stream] = listener }
    }

    func answer(_ ping: NielsenPing?, _ outcome: NielsenPingAnswer.Outcome) {
        guard let ping else { return }
        listeners.withLock { $0[ping.stream] }?(NielsenPingAnswer(to: ping, outcome))
    }

    /// Answers the last question with a body.
    func answer(_ body: String, status: Int = 200) {
        answer(questions.last, .received(status: status, body: body))
    }
}
