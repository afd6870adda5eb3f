// SPDX-License-Identifier: Apache-2.0

import HubServices

extension NielsenPingDelivery: NielsenAnsweringPingSink {
    /// Says who hears of the answers to the TSV and station requests of one stream.
    ///
    /// A request that fails is told of as error 11 or 12, as delivery does with every ping, and not as an answer.
    ///
    /// - Parameters:
    ///   - stream: ``NielsenPing/stream``.
    ///   - listener: Hears each answer once, on a thread of the delivery; nil for nobody.
    public func setAnswerListener(forStream stream: String, _ listener: (@Sendable (NielsenPingAnswer) -> Void)?) {
        desk.state.withLock { $0.answers[stream] = listener }
    }
}
