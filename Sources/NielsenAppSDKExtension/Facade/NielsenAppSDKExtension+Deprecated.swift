// SPDX-License-Identifier: Apache-2.0

extension NielsenAppSDKExtension {
    /// Passes an event to the SDK, under the name that one example of the documentation uses.
    ///
    /// - Parameters:
    ///   - event: The event, as for ``trackEvent(_:forSDKWithIdentifier:)``.
    ///   - identifier: The identifier that instantiating the SDK returned.
    /// - Returns: Codes 5001, 5005, 5010.
    @available(*, deprecated, renamed: "trackEvent(_:forSDKWithIdentifier:)")
    @discardableResult
    public static func trackSdkEvent(
        _ event: [AnyHashable: Any]?,
        forSDKWithIdentifier identifier: String?
    ) -> [String: Any] {
        trackEvent(event, forSDKWithIdentifier: identifier)
    }
}
