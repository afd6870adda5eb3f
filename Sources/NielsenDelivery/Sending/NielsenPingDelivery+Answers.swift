// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenPings

extension NielsenPingDelivery: NielsenAnsweringPingSink {
    /// Sets the listener for the responses to the TSV and station requests of one stream.
    ///
    /// A failed request is reported as error 11 or 12, as for every ping, and not as a response.
    ///
    /// - Parameters:
    ///   - stream: The ``NielsenPing/stream`` of an instance.
    ///   - listener: Receives each response once, on a thread of the delivery; nil to remove it.
    package func setAnswerListener(forStream stream: String, _ listener: (@Sendable (NielsenPingAnswer) -> Void)?) {
        shared.values.withLock { $0.answers[stream] = listener }
    }
}
