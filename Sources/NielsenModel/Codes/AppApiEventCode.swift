// SPDX-License-Identifier: Apache-2.0

/// The codes of events in the life of an instance.
///
/// Source: "iOS SDK API Reference", "App SDK Event Codes".
public enum AppApiEventCode: UInt32, Sendable, Hashable, CaseIterable {
    /// `AppApiStartup`: the instance has started with a valid configuration.
    case startup = 2001
    /// `AppApiShutdown`: the instance is about to be destroyed.
    case shutdown = 2002

    /// The name of the code in the documented Objective-C enumeration.
    public var documentedName: String { NielsenText.documentedName(of: self, prefix: "AppApi") }

    /// A description of what happened.
    public var text: String {
        switch self {
        case .startup: "The measurement SDK has started with a valid configuration."
        case .shutdown: "The measurement SDK is shutting down."
        }
    }
}
