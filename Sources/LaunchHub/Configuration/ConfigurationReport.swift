// SPDX-License-Identifier: Apache-2.0

/// Numbers the app ids that a loader was given, from 1; a later one has the greater number.
public typealias ConfigurationGeneration = UInt64

/// What a ``ConfigurationLoader`` tells its owner; ``ConfigurationLayers/apply(_:)`` takes it.
///
/// The reports of a generation are: at most one `selected`, any number of `failed` with a retry to come, and one end:
/// `loaded`, `failed` without a retry, or `superseded`.
public enum ConfigurationReport: Sendable, Hashable {
    /// An app id is the current one from now on; `cached` is what an earlier run fetched for it.
    ///
    /// Where the app id was the current one before, nothing is read again and `cached` is nil.
    case selected(AppIdentifier, ConfigurationGeneration, cached: ConfigurationDocument?)
    /// The configuration is there: fetched, or confirmed by the server to be the one that was known.
    case loaded(ConfigurationDocument, ConfigurationGeneration)
    /// A try failed; what was known stays. `retryIn` is the time until the next try, or nil where there is none.
    case failed(AppIdentifier, ConfigurationGeneration, ConfigurationError, retryIn: Duration?)
    /// Another app id, or a stop, took its place before the configuration came; a late answer was dropped.
    case superseded(AppIdentifier, ConfigurationGeneration)

    /// Which generation this is about.
    public var generation: ConfigurationGeneration {
        switch self {
        case .selected(_, let generation, _), .loaded(_, let generation), .failed(_, let generation, _, _),
            .superseded(_, let generation):
            generation
        }
    }

    /// Which app id this is about.
    public var appID: AppIdentifier {
        switch self {
        case .selected(let appID, _, _), .failed(let appID, _, _, _), .superseded(let appID, _): appID
        case .loaded(let document, _): document.appID
        }
    }

    /// Whether this tells how a try ended.
    public var isOutcome: Bool {
        switch self {
        case .selected: false
        case .loaded, .failed, .superseded: true
        }
    }
}
