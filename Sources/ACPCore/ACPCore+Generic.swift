// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Calls for other extensions; each is dispatched as the generic event that such an extension listens for.
///
/// Data that JSON cannot hold is an error in the log, and nothing is sent.
extension ACPCore {
    /// Tells that the user did something.
    ///
    /// - Parameters:
    ///   - action: What the user did.
    ///   - data: More about it.
    public static func trackAction(_ action: String?, data: [AnyHashable: Any]?) {
        GenericEvent.track(action: action ?? "", state: nil, context: data)
    }

    /// Tells that the app shows another screen.
    ///
    /// - Parameters:
    ///   - state: The screen.
    ///   - data: More about it.
    public static func trackState(_ state: String?, data: [AnyHashable: Any]?) {
        GenericEvent.track(action: nil, state: state ?? "", context: data)
    }

    /// Hands over personal data for whoever may use it.
    ///
    /// - Parameter data: The data.
    public static func collectPii(_ data: [AnyHashable: Any]?) {
        GenericEvent.collectPii(data)
    }

    /// Tells that the app came to the foreground.
    ///
    /// - Parameter additionalContextData: More about it.
    public static func lifecycleStart(_ additionalContextData: [AnyHashable: Any]?) {
        GenericEvent.lifecycle("start", context: additionalContextData)
    }

    /// Tells that the app left the foreground.
    public static func lifecyclePause() {
        GenericEvent.lifecycle("pause", context: nil)
    }

    /// Sets the advertising identifier.
    ///
    /// - Parameter adId: The identifier; nil or empty takes it back.
    public static func setAdvertisingIdentifier(_ adId: String?) {
        ACPCoreHost.identities.advertising = adId.flatMap { $0.isEmpty ? nil : $0 }
        GenericEvent.advertisingIdentifier(adId)
    }

    /// Sets the token for push messages.
    ///
    /// - Parameter deviceToken: The token; nil takes it back.
    public static func setPushIdentifier(_ deviceToken: Data?) {
        ACPCoreHost.identities.push = deviceToken?.base64EncodedString()
        GenericEvent.pushIdentifier(deviceToken)
    }

    /// Hands over what the app was launched with.
    ///
    /// - Parameter userInfo: The system's dictionary.
    public static func collectLaunchInfo(_ userInfo: [AnyHashable: Any]) {
        GenericEvent.launchInfo(userInfo)
    }

    /// Hands over what came with a message.
    ///
    /// - Parameter messageInfo: The message's dictionary.
    public static func collectMessageInfo(_ messageInfo: [AnyHashable: Any]) {
        GenericEvent.messageInfo(messageInfo)
    }

    /// Asks for the property's rules to be downloaded again.
    public static func downloadRules() {
        GenericEvent.downloadRules()
    }

    // MARK: - URLs

    /// Registers a handler for URLs that extensions want to open.
    ///
    /// - Parameter callback: Receives a URL, on the thread that opens it, and returns whether it handled it; no other
    ///   handler is asked then.
    public static func registerURLHandler(_ callback: @escaping (String?) -> Bool) {
        let block = ClientBlock(callback)
        ACPCoreHost.add { block.body($0) }
    }

    /// Offers a URL to the handlers, in the order in which they were registered.
    ///
    /// - Parameter url: The URL.
    /// - Returns: True where one of them handled it.
    @discardableResult
    public static func openURL(_ url: String) -> Bool {
        ACPCoreHost.urlHandlers.contains { $0(url) }
    }

    // MARK: - Identities

    /// Tells every identifier that the core knows, as JSON text.
    ///
    /// - Parameter callback: Called once, before this returns.
    public static func getSdkIdentities(_ callback: ((String?) -> Void)? = nil) {
        callback?(ACPCoreHost.identities.json)
    }

    /// Tells every identifier that the core knows, as JSON text.
    ///
    /// - Parameter completionHandler: Called once with the text and no error, before this returns.
    public static func getSdkIdentities(completionHandler: ((String?, (any Error)?) -> Void)? = nil) {
        completionHandler?(ACPCoreHost.identities.json, nil)
    }
}
