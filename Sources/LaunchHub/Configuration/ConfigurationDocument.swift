// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// A configuration that was fetched, complete and well-formed.
package struct ConfigurationDocument: RemoteDocument {
    /// The app id under which it was published.
    package let appID: AppIdentifier
    /// The URL from which it was requested.
    package let url: URL
    /// The members of the configuration.
    package let values: JSONObject
    /// The validators for checking whether it is current.
    package let validators: HTTPValidators

    /// Makes a document.
    package init(
        appID: AppIdentifier,
        url: URL,
        values: JSONObject,
        validators: HTTPValidators = HTTPValidators()
    ) {
        self.appID = appID
        self.url = url
        self.values = values
        self.validators = validators
    }
}
