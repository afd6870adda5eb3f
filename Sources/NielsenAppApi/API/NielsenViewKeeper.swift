// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenDelivery
package import NielsenPings

/// A place for pings that keeps those of open views as well, for the case that the process ends.
package protocol NielsenViewKeeper: NielsenPingSink {
    /// Sends pings, and keeps those that would end the views that are open.
    ///
    /// - Parameters:
    ///   - pings: The pings to send.
    ///   - open: The pings of open views, in the place of those that were kept before.
    ///   - stream: The stream of the instance.
    func send(_ pings: [NielsenPing], leaving open: [NielsenPing], of stream: String)
}

extension NielsenPingDelivery: NielsenViewKeeper {}

extension NielsenInstance {
    /// Stops as the end of the process would stop it: nothing is reported and nothing is sent any more.
    func abandon() {
        let time = NielsenTime(environment.clock)
        let fetch = guarded.withLock { guarded in
            guarded.waiting = nil
            guarded.core.shutdown(at: time)
            guarded.core.effects = []
            defer { guarded.fetch = nil }
            return guarded.fetch
        }
        fetch?.cancel()
        made.withLock { $0.removeAll() }
        hearNoAnswers()
    }
}

extension NielsenAppApi {
    /// Stops as the end of the process would stop it.
    ///
    /// - Returns: The stream whose open views the place for pings has.
    package func abandon() -> String {
        instance.abandon()
        return instance.stream
    }
}

extension NielsenEventTracker {
    /// Stops as the end of the process would stop it.
    ///
    /// - Returns: The stream whose open views the place for pings has.
    package func abandon() -> String {
        instance.abandon()
        return instance.stream
    }
}
