// SPDX-License-Identifier: Apache-2.0

/// Which of the three documented builds of the SDK an instance behaves as: what it reads, and how a user opts out.
///
/// The vendor ships three frameworks. Here one library has the flavor as a part of its ``NielsenEnvironment``, so that
/// it is the app's code that decides and never a configuration that comes from a server.
///
/// Source: "DCR Video iOS SDK guide", "Special Notes regarding iOS14" and "Privacy and Opt-Out".
public enum NielsenFlavor: String, Sendable, Hashable, CaseIterable {
    /// With the advertising id, where the user allows tracking. The system's setting is an opt-out.
    case ad
    /// Without the advertising framework: the vendor id, and a page on which the user chooses.
    case noAd = "no-ad"
    /// Without identifiers, for apps in the Kids Category and wherever none is wanted.
    case noID = "no-id"

    /// True where the system's tracking setting is read: ``ad`` alone.
    public var readsTrackingSetting: Bool { self == .ad }

    /// The identifiers that may leave the device where nothing forbids it.
    public var identifiers: Set<NielsenIdentifier> {
        switch self {
        case .ad, .noAd: Set(NielsenIdentifier.allCases)
        case .noID: []
        }
    }

    /// What the opt-out page is for.
    public var optOutPage: NielsenOptOutPage {
        switch self {
        case .ad: .systemSetting
        case .noAd, .noID: .userChoice
        }
    }
}

/// What an opt-out page is for.
public enum NielsenOptOutPage: String, Sendable, Hashable, CaseIterable {
    /// It says how to change the system's tracking setting.
    case systemSetting
    /// It asks, and answers with `nielsenappsdk://1` or `nielsenappsdk://0`.
    case userChoice
}
