// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A report of a ``ConfigurationLoader`` to its owner, for ``ConfigurationLayers/apply(_:)``.
package typealias ConfigurationReport = LoadReport<PublishedConfigurations>

extension LoadReport where Source == PublishedConfigurations {
    /// The app id that the report is about.
    package var appID: AppIdentifier {
        switch self {
        case .selected(let appID, _, _), .failed(let appID, _, _, _), .superseded(let appID, _): appID
        case .loaded(let document, _): document.appID
        }
    }
}
