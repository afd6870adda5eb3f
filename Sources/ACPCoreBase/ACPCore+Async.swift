// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHub

/// Asynchronous forms of the calls that take a callback.
@nonobjc
extension ACPCore {
    /// Sends a request and waits for its first response.
    ///
    /// - Parameter requestEvent: The request.
    /// - Returns: The response.
    /// - Throws: The errors of ``dispatchEvent(_:)``, and an `NSError` of ``ACPErrorDomain`` if there is no response:
    ///   ``ACPError/callbackTimeout``, ``ACPError/extensionNotInitialized`` if nobody listens, or
    ///   ``ACPError/unexpected``.
    public static func dispatchEvent(withResponse requestEvent: ACPExtensionEvent?) async throws -> ACPExtensionEvent {
        let event = try usable(requestEvent)
        switch await ACPCoreHost.hub.request(event) {
        case .response(let response):
            return ACPExtensionEvent(response)
        case .timeout:
            throw ACPError.callbackTimeout.error("no response to \(event.name) came in time")
        case .noListener:
            throw ACPError.extensionNotInitialized.error(
                "\(event.name) has no listener; register the extension that answers it"
            )
        case .cancelled, .hubShutDown:
            throw ACPError.unexpected.error("the request \(event.name) was cancelled")
        }
    }

    /// Returns whether the user allows the app to send data.
    ///
    /// - Returns: The choice, or ``ACPMobilePrivacyStatus/unknown`` if none was made or published.
    /// - Throws: Nothing; it is declared throwing because the documented method is.
    public static func privacyStatus() async throws -> ACPMobilePrivacyStatus {
        asked()
    }

    /// Returns every identifier that the core knows, as JSON text.
    ///
    /// - Returns: The text.
    /// - Throws: Nothing; it is declared throwing because the documented method is.
    public static func sdkIdentities() async throws -> String {
        ACPCoreHost.identities.json
    }
}
