// SPDX-License-Identifier: Apache-2.0

package import LaunchHub

/// The names of what requests, responses and the shared state hold.
package enum IdentityKey {
    /// The experience cloud id.
    package static let experienceID = "mid"
    /// The synchronised identifiers, a list of objects.
    package static let visitorIDs = "visitoridslist"
    package static let advertisingIdentifier = "advertisingidentifier"
    package static let pushIdentifier = "pushidentifier"

    /// The link of a request, and the link of its response.
    package static let baseURL = "baseurl"
    package static let updatedURL = "updatedurl"
    /// In a request true, in its response the text.
    package static let urlVariables = "urlvariables"

    package static let isSync = "issyncevent"
    package static let syncedIDs = "visitoridentifiers"
    package static let authenticationState = "authenticationstate"
}

/// The addresses of requests to the extension and of its responses.
package enum IdentityAddress {
    package static let type: EventType = "com.adobe.eventType.identity"
    package static let request: EventSource = "com.adobe.eventSource.requestIdentity"
    package static let response: EventSource = "com.adobe.eventSource.responseIdentity"
    /// The identifiers that apps set through the core.
    package static let generic: EventType = "com.adobe.eventType.generic.identity"
}
