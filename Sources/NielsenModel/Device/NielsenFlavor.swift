// SPDX-License-Identifier: Apache-2.0

/// The documented build of the SDK that an instance emulates, which determines what it reads and how a user opts out.
///
/// The vendor ships three frameworks. Here the flavor is part of the ``NielsenEnvironment``, so that the app's code
/// decides and never a configuration from a server.
///
/// Source: "DCR Video iOS SDK guide", "Special Notes regarding iOS14" and "Privacy and Opt-Out".
public enum NielsenFlavor: String, Sendable, Hashable, CaseIterable {
    /// With the advertising identifier, if the user allows tracking. The system's setting is an opt-out.
    case ad
    /// Without the advertising framework: the vendor identifier, and a page on which the user chooses.
    case noAd = "no-ad"
    /// Without identifiers, for apps in the Kids Category and wherever none are wanted.
    case noID = "no-id"

    /// Whether the system's tracking setting is read, which is true only for ``ad``.
    ///
    /// If it is, the opt-out page explains how to change it; otherwise the page asks the user.
    public var readsTrackingSetting: Bool { self == .ad }

    /// The identifiers that may leave the device unless something forbids it.
    package var identifiers: Set<NielsenIdentifier> {
        switch self {
        case .ad, .noAd: Set(NielsenIdentifier.allCases)
        case .noID: []
        }
    }
}
