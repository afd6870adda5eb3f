// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHub

/// The calls with a callback, for callers that can wait.
extension ACPCore {
    /// Starts the hub and waits until every extension is ready.
    public static func start() async {
        await ACPCoreHost.hub.start()
    }

    /// Sends a request and waits for the first answer.
    ///
    /// - Parameter requestEvent: What to ask with.
    /// - Returns: The answer.
    /// - Throws: As ``dispatchEvent(_:)``, and an `NSError` of ``ACPErrorDomain`` where no answer comes:
    ///   ``ACPError/callbackTimeout``, ``ACPError/extensionNotInitialized`` where nobody listens, or
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
                "nobody listens to \(event.name); register the extension that answers it"
            )
        case .cancelled, .hubShutDown:
            throw ACPError.unexpected.error("the request \(event.name) was called off")
        }
    }

    /// Returns whether the user lets the app send data.
    ///
    /// - Returns: The choice; ``ACPMobilePrivacyStatus/unknown`` where none was made or published.
    /// - Throws: Nothing; the documented declaration says that it may.
    public static func privacyStatus() async throws -> ACPMobilePrivacyStatus {
        currentPrivacyStatus
    }

    /// Returns every identifier that the core knows, as JSON text.
    public static func sdkIdentities() async -> String? {
        ACPCoreHost.identities.json
    }
}
