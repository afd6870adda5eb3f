// SPDX-License-Identifier: Apache-2.0

import ACPCoreBase
import HubServices
public import LaunchHub

extension NielsenAppSDKExtension {
    /// Registers a listener class for the errors and events of the SDK.
    ///
    /// One instance is made. The listener may be registered before the extension; nothing that happens in between is
    /// lost. The data of each event has `identifier`, `kind` (`error` or `event`), `code`, `description` and
    /// `timestamp` (seconds since 1970). It is called on a thread of the hub, one call at a time, and has 100 ms: dispatch
    /// longer work, and what belongs to the main thread, to a queue.
    ///
    /// - Parameter aClass: A subclass of `ACPExtensionListener`. For any other class an error is logged, and nothing is
    ///   registered.
    public static func registerListener(forSDKNotifier aClass: AnyClass) {
        let hub = ACPCoreHost.hub
        guard let listenerType = aClass as? ACPExtensionListener.Type else {
            let error = HubError(.badClass(String(describing: aClass), needed: "ACPExtensionListener"))
            hub.log.error(NielsenInstanceService.extensionName, "\(error)")
            return
        }
        hub.listen(
            type: NielsenSDKNotice.type,
            source: NielsenSDKNotice.source,
            name: String(describing: listenerType)
        ) { ListenerAdapter(listenerType, owner: nil) }
    }

    /// Registers a closure for the errors and events of the SDK.
    ///
    /// - Parameter body: Receives every notice from now on, in order, one at a time, on a thread of the hub. It has 100
    ///   ms: dispatch longer work to a queue of your own.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public static func registerListener(
        forSDKNotifier body: @escaping @Sendable (NielsenSDKNotice) -> Void
    ) -> HubToken {
        ACPCoreHost.hub.listen(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source, name: "SDK notices") {
            NielsenSDKNotice($0).map(body)
        }
    }

    /// The errors and events of the SDK as a sequence; ending the loop cancels the listener.
    public static var notices: AsyncStream<NielsenSDKNotice> {
        AsyncStream { continuation in
            let token = registerListener { continuation.yield($0) }
            continuation.onTermination = { _ in token.cancel() }
        }
    }
}
