// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How an instance hears what collectors answered.
extension NielsenInstance {
    /// Asks the place for pings for the answers to this instance's pings, where it tells them.
    func hearAnswers(_ deliver: @escaping @Sendable (NielsenNotice) -> Void) {
        guard let sink = environment.pings as? any AnsweringPingSink, appInfo != nil else { return }
        // The instance must be able to go away while an answer is under way.
        sink.setAnswerListener(forStream: stream) { [weak self] answer in self?.take(answer, deliver) }
    }

    func hearNoAnswers() {
        guard let sink = environment.pings as? any AnsweringPingSink, appInfo != nil else { return }
        sink.setAnswerListener(forStream: stream, nil)
    }

    private var stream: String { guarded.withLock { $0.core.session } }

    private func take(_ answer: PingAnswer, _ deliver: Deliver) {
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            guard !guarded.core.isClosed else { return }
            guarded.outbox.append(.answer(answer, at: time.unixMilliseconds))
        }
    }
}
