// SPDX-License-Identifier: Apache-2.0

import ACPCore
import HubServices
public import LaunchHub

extension NielsenAppSDKExtension {
    /// Registers a class of listeners that hear the SDK's errors and events.
    ///
    /// One instance is made. It may be registered before the extension is: nothing that happens in between is lost. What
    /// a listener hears carries `identifier`, `kind` (`error` or `event`), `code`, `description` and `timestamp`
    /// (seconds since 1970).
    ///
    /// - Parameter aClass: A subclass of `ACPExtensionListener`. Another class is refused with an error in the log.
    public static func registerListener(forSDKNotifier aClass: AnyClass) {
        let hub = ACPCoreHost.hub
        guard let listenerType = aClass as? ACPExtensionListener.Type else {
            let error = HubError.badClass(String(describing: aClass), needed: "ACPExtensionListener")
            hub.log.error(NielsenInstanceService.extensionName, "\(error)")
            return
        }
        hub.listen(
            type: NielsenSDKNotice.type,
            source: NielsenSDKNotice.source,
            name: String(describing: listenerType)
        ) { ListenerAdapter(listenerType, owner: nil) }
    }

    /// Hears the SDK's errors and events with a closure.
    ///
    /// - Parameter body: Hears every notice from now on, in order, one call at a time, on a thread of the hub. It has
    ///   100 ms: hand longer work to a queue of your own.
    /// - Returns: What to end the subscription with.
    @discardableResult
    public static func registerListener(
        forSDKNotifier body: @escaping @Sendable (NielsenSDKNotice) -> Void
    ) -> ListenerToken {
        ACPCoreHost.hub.listen(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source, name: "SDK notices") {
            NielsenSDKNotice($0).map(body)
        }
    }

    /// The SDK's errors and events as a sequence; ending the loop ends the subscription.
    public static var notices: AsyncStream<NielsenSDKNotice> {
        AsyncStream { continuation in
            let token = registerListener { continuation.yield($0) }
            continuation.onTermination = { _ in token.cancel() }
        }
    }
}
