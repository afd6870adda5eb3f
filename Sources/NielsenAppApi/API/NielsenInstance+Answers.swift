// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Delivery of the responses of collectors to an instance.
extension NielsenInstance {
    /// Registers for the responses to this instance's pings, if the sink reports them.
    func hearAnswers() {
        environment.delivery?.setHostListener(forStream: stream) { [weak self] in self?.follow($0) }
        guard let sink = environment.pings as? any NielsenAnsweringPingSink else { return }
        // The instance must be releasable while a response is on its way.
        sink.setAnswerListener(forStream: stream) { [weak self] answer in self?.handle(answer) }
    }

    func hearNoAnswers() {
        environment.delivery?.setHostListener(forStream: stream, nil)
        (environment.pings as? any NielsenAnsweringPingSink)?.setAnswerListener(forStream: stream, nil)
    }

    /// Begins anew after an opt-out of the host.
    private func follow(_ choice: HostChoice) {
        let time = NielsenTime(environment.clock)
        submit { guarded in
            switch choice {
            case .abandon: guarded.core.abandon(at: time)
            case .begin: guarded.core.beginTelling(at: time)
            }
        }
    }

    private func handle(_ answer: NielsenPingAnswer) {
        let time = NielsenTime(environment.clock)
        submit { guarded in
            guard !guarded.core.isClosed else { return }
            guarded.perform(.answer(answer, at: time.unixMilliseconds))
        }
    }
}
