// SPDX-License-Identifier: Apache-2.0

package import Dispatch
public import struct Foundation.URL
import HubServices
import LaunchHub

extension HubRules {
    /// Makes the hub carry out consequences of the kinds `pb`, `pii` and `url`, which are not carried out otherwise.
    ///
    /// ```swift
    /// hub.rules.sendSignals { url in ACPCore.openURL(url.absoluteString) }
    /// ```
    ///
    /// Requests go to the hosts that the configuration lists under `rules.hosts`, none by default; they wait until the
    /// privacy status is opted in. What waits is kept in `signals.sqlite` in the hub's folder, or in memory if the hub
    /// has none. <doc:ActingConsequences> describes the rest.
    ///
    /// - Parameter open: Opens the address of a consequence of the kind `url`, within the budget of a listener, and
    ///   returns whether it did; nil keeps the closure of an earlier call, if there was one.
    /// - Returns: The requests on their way; the same object for every call.
    @discardableResult
    public func sendSignals(opening open: (@Sendable (URL) -> Bool)? = nil) -> HubSignals {
        sendSignals(on: nil, opening: open)
    }

    /// Makes the hub carry out consequences, see ``sendSignals(opening:)``.
    ///
    /// - Parameters:
    ///   - queue: A serial queue for everything that is done with what waits; nil makes queues.
    ///   - open: Opens the address of a consequence of the kind `url`.
    /// - Returns: The requests on their way.
    @discardableResult
    package func sendSignals(on queue: DispatchQueue?, opening open: (@Sendable (URL) -> Bool)?) -> HubSignals {
        let file = hub.configuration.folder.map(KeptName.signals.url)
        let signals = hub.attachment { HubSignals(of: hub, file: file, queue: queue) }
        signals.begin(with: self, opening: open)
        return signals
    }
}
