// SPDX-License-Identifier: Apache-2.0

/// The number of an app id that a loader was given, from 1; later ones have greater numbers.
public typealias ConfigurationGeneration = UInt64

/// A report of a ``ConfigurationLoader`` to its owner, for ``ConfigurationLayers/apply(_:)``.
///
/// The reports of a generation are: at most one `selected`, any number of `failed` with a retry to follow, and one last
/// report, which is `loaded`, `failed` without a retry, or `superseded`.
public enum ConfigurationReport: Sendable, Hashable {
    /// An app id is current from now on; `cached` is its configuration from an earlier launch.
    ///
    /// If the app id was already current, the cache is not read again and `cached` is nil.
    case selected(AppIdentifier, ConfigurationGeneration, cached: ConfigurationDocument?)
    /// The configuration was fetched, or the server confirmed that the known one is current.
    case loaded(ConfigurationDocument, ConfigurationGeneration)
    /// An attempt failed; the known configuration stays. `retryIn` is the time until the next attempt, or nil if there
    /// is none.
    case failed(AppIdentifier, ConfigurationGeneration, ConfigurationError, retryIn: Duration?)
    /// Another app id or a stop replaced this app id before its configuration was loaded; a late response was dropped.
    case superseded(AppIdentifier, ConfigurationGeneration)

    /// The generation of the app id.
    public var generation: ConfigurationGeneration {
        switch self {
        case .selected(_, let generation, _), .loaded(_, let generation), .failed(_, let generation, _, _),
            .superseded(_, let generation):
            generation
        }
    }

    /// The app id that the report is about.
    public var appID: AppIdentifier {
        switch self {
        case .selected(let appID, _, _), .failed(let appID, _, _, _), .superseded(let appID, _): appID
        case .loaded(let document, _): document.appID
        }
    }

    /// Whether the report is the outcome of an attempt.
    public var isOutcome: Bool {
        switch self {
        case .selected: false
        case .loaded, .failed, .superseded: true
        }
    }
}
