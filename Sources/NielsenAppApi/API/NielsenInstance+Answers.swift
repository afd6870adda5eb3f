// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Delivery of the responses of collectors to an instance.
extension NielsenInstance {
    /// Registers for the responses to this instance's pings, if the sink reports them.
    func hearAnswers() {
        environment.delivery?.setSessionListener(forStream: stream) { [weak self] in self?.recordSessionAgain() }
        guard let sink = environment.pings as? any NielsenAnsweringPingSink else { return }
        // The instance must be releasable while a response is on its way.
        sink.setAnswerListener(forStream: stream) { [weak self] answer in self?.handle(answer) }
    }

    func hearNoAnswers() {
        environment.delivery?.setSessionListener(forStream: stream, nil)
        (environment.pings as? any NielsenAnsweringPingSink)?.setAnswerListener(forStream: stream, nil)
    }

    /// Makes the ping of the session again, which was refused while the user was opted out.
    private func recordSessionAgain() {
        guard let later else { return }
        let time = NielsenTime(environment.clock)
        submit(later) { guarded in
            guard !guarded.core.isClosed else { return }
            guarded.core.recordSession(at: time)
        }
    }

    private func handle(_ answer: NielsenPingAnswer) {
        guard let later else { return }
        let time = NielsenTime(environment.clock)
        submit(later) { guarded in
            guard !guarded.core.isClosed else { return }
            guarded.perform(.answer(answer, at: time.unixMilliseconds))
        }
    }
}
