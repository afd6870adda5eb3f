// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// A loader that fetches the configuration of an app id and caches the last valid one for later launches.
///
/// ```swift
/// let loader = ConfigurationLoader(PublishedConfigurations(from: source), client: SystemHTTPClient()) { report in
///     // pass it to whoever owns the ConfigurationLayers
/// }
/// loader.load(try AppIdentifier("launch-EN1234-development"))
/// ```
package typealias ConfigurationLoader = DocumentLoader<PublishedConfigurations>

extension DocumentLoader where Source == PublishedConfigurations {
    /// Makes a loader that logs failures.
    ///
    /// - Parameters:
    ///   - source: The source, the cache, the limits, and the log for failures.
    ///   - client: The client for requests to servers; not used for `file:` sources.
    ///   - clock: The clock for delays before retries.
    ///   - random: Returns numbers from 0 up to 1 for the jitter of delays; called on any thread.
    ///   - observer: Receives the reports of all app ids, one at a time and in order; it may call the loader.
    package convenience init(
        _ source: PublishedConfigurations,
        client: any HTTPClient,
        clock: any HubClock = SystemClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        observer: @escaping Observer
    ) {
        self.init(source: source, client: client, clock: clock, random: random) { report in
            if case .failed(_, _, let error, let retryIn) = report {
                let next = retryIn.map { "; next try in \($0.inSeconds) s" } ?? ""
                source.log.warning(PublishedConfigurations.tag, "\(error)\(next)")
            }
            observer(report)
        }
    }
}

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
