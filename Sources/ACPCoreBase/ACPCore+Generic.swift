// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
import LaunchHub

/// Calls for other extensions, each dispatched as the generic event that such an extension listens for.
///
/// A value that cannot be represented in JSON is left out, and its path is logged; the event has the others.
extension ACPCore {
    /// Reports an action of the user.
    ///
    /// - Parameters:
    ///   - action: The name of the action.
    ///   - data: Context data, or nil.
    public static func trackAction(_ action: String?, data: [AnyHashable: Any]?) {
        GenericEvent.track("action", action, data)
    }

    /// Reports that the app shows another screen.
    ///
    /// - Parameters:
    ///   - state: The name of the screen.
    ///   - data: Context data, or nil.
    public static func trackState(_ state: String?, data: [AnyHashable: Any]?) {
        GenericEvent.track("state", state, data)
    }

    /// Dispatches personal data to the extensions that may use it.
    ///
    /// - Parameter data: The data.
    public static func collectPii(_ data: [AnyHashable: Any]?) {
        GenericEvent.send("CollectPII", "com.adobe.eventType.generic.pii", ["contextdata": data ?? [:]])
    }

    /// Reports that the app entered the foreground.
    ///
    /// - Parameter additionalContextData: Context data, or nil.
    public static func lifecycleStart(_ additionalContextData: [AnyHashable: Any]?) {
        let data = additionalContextData.map { ["additionalcontextdata": $0] } ?? [:]
        GenericEvent.send("Lifecycle start", GenericEvent.lifecycle, data) { $0["action"] = "start" }
    }

    /// Reports that the app left the foreground.
    public static func lifecyclePause() {
        GenericEvent.send("Lifecycle pause", GenericEvent.lifecycle, ["action": "pause"])
    }

    /// Sets the advertising identifier.
    ///
    /// - Parameter adId: The identifier; nil, empty, or the zeros of a user who refuses tracking, removes it.
    public static func setAdvertisingIdentifier(_ adId: String?) {
        let adId = SystemIdentifier.real(adId)
        ACPCoreHost.identities.advertising = adId
        GenericEvent.send("SetAdvertisingIdentifier", GenericEvent.identity, ["advertisingidentifier": adId ?? ""])
    }

    /// Sets the token for push messages.
    ///
    /// Events, the state of the visitor and the list of identities show it in upper-case hexadecimal digits.
    ///
    /// - Parameter deviceToken: The token; nil or empty removes it.
    public static func setPushIdentifier(_ deviceToken: Data?) {
        let digits = deviceToken.flatMap { $0.isEmpty ? nil : Hexadecimal.text(of: $0).uppercased() }
        ACPCoreHost.identities.push = digits
        GenericEvent.send("SetPushIdentifier", GenericEvent.identity, ["pushidentifier": digits ?? ""])
    }

    /// Dispatches the data that the app was launched with.
    ///
    /// - Parameter userInfo: The system's dictionary.
    public static func collectLaunchInfo(_ userInfo: [AnyHashable: Any]) {
        GenericEvent.send("CollectData", GenericEvent.data, from: GenericEvent.os, userInfo)
    }

    /// Dispatches the data of a message that the app received.
    ///
    /// - Parameter messageInfo: The message's dictionary.
    public static func collectMessageInfo(_ messageInfo: [AnyHashable: Any]) {
        GenericEvent.send("CollectMessageInfo", GenericEvent.data, from: GenericEvent.os, messageInfo)
    }

    /// Requests that the property's rules be downloaded again.
    ///
    /// The hub asks the address that the configuration names with `rules.url`, if there is one.
    public static func downloadRules() {
        GenericEvent.send("Download Rules", .configuration, ["config.downloadRules": true])
    }

    // MARK: - URLs

    /// Registers a handler for URLs that extensions want to open.
    ///
    /// - Parameter callback: Receives a URL, on the thread that opens it, and returns whether it handled the URL; if it
    ///   did, no other handler is called.
    public static func registerURLHandler(_ callback: @escaping (String?) -> Bool) {
        let block = ClientBlock(callback)
        ACPCoreHost.add { block.body($0) }
    }

    /// Passes a URL to the handlers, in the order in which they were registered.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether one of them handled it.
    @discardableResult
    public static func openURL(_ url: String) -> Bool {
        ACPCoreHost.urlHandlers.contains { $0(url) }
    }

    // MARK: - Identities

    /// Reports every identifier that the core knows, as JSON text.
    ///
    /// - Parameter callback: Called once, before this returns.
    public static func getSdkIdentities(_ callback: ((String?) -> Void)? = nil) {
        callback?(ACPCoreHost.identities.json)
    }

    /// Reports every identifier that the core knows, as JSON text.
    ///
    /// - Parameter completionHandler: Called once with the text and no error, before this returns.
    public static func getSdkIdentities(completionHandler: ((String?, (any Error)?) -> Void)? = nil) {
        completionHandler?(ACPCoreHost.identities.json, nil)
    }
}
