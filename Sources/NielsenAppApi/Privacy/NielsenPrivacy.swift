// SPDX-License-Identifier: Apache-2.0

/// What flavor, system setting and choice come to: whether the user has opted out, and which identifiers may leave.
///
/// A value without a clock or a store; an instance keeps one and asks it.
public struct NielsenPrivacy: Sendable, Hashable {
    /// The flavor in force: ``NielsenFlavor/noID`` in an app for children, whatever else was asked for.
    public let flavor: NielsenFlavor
    /// True for an app in the Kids Category.
    public let isForKids: Bool
    /// What the user answered to the system; nil where the system does not ask.
    public private(set) var authorization: NielsenTrackingAuthorization?
    /// True where a system that does not ask says that tracking is limited.
    public private(set) var limitsTracking: Bool
    /// True where the user opted out on the page, or the app did for the user.
    public var choice: Bool
    /// Whether the app information opts out for the user. It counts as long as it is given, whatever the user chooses,
    /// and is not kept as the user's choice.
    public var isOptedOutByApp = false

    /// Works out what holds.
    ///
    /// - Parameters:
    ///   - flavor: What the app is built as.
    ///   - isForKids: True for an app in the Kids Category.
    ///   - device: Where the system's setting is read from, in the flavor that reads it.
    ///   - choice: True where the user opted out on the page, or the app did for the user.
    public init(
        flavor: NielsenFlavor,
        isForKids: Bool = false,
        device: NielsenDevice = NielsenDevice(),
        choice: Bool = false
    ) {
        self.flavor = isForKids ? .noID : flavor
        self.isForKids = isForKids
        self.choice = choice
        authorization = nil
        limitsTracking = false
        note(device)
    }

    /// Takes over what the device says now.
    ///
    /// - Parameter device: The system's setting is read from it, in the flavor that reads it.
    public mutating func note(_ device: NielsenDevice) {
        guard flavor.readsTrackingSetting else { return }
        authorization = device.trackingAuthorization
        limitsTracking = device.limitsTracking
    }

    /// True where the user opted out without the page: by the system's setting, or because the app is for children.
    ///
    /// A user who was not asked yet has not opted out. Where the system asks, its answer counts alone; Limit Ad Tracking
    /// is of systems that do not ask.
    ///
    /// Source: "DCR Video iOS SDK guide", "Global iOS SDK Opt-out".
    public var isOptedOutBySystem: Bool {
        if isForKids { return true }
        guard flavor.readsTrackingSetting else { return false }
        switch authorization {
        case .denied, .restricted: return true
        case .authorized, .notDetermined: return false
        case nil: return limitsTracking
        }
    }

    /// True where measurement is marked as opted out.
    public var isOptedOut: Bool { choice || isOptedOutByApp || isOptedOutBySystem }

    /// True where the user allows what follows a user over apps, or the flavor has nothing that would.
    ///
    /// Source: "DCR Video iOS SDK guide", "Special Notes regarding iOS14": the advertising id is for
    /// ``NielsenTrackingAuthorization/authorized`` alone.
    public var mayTrack: Bool {
        guard flavor.readsTrackingSetting else { return true }
        switch authorization {
        case .authorized: return true
        case .notDetermined, .denied, .restricted: return false
        case nil: return !limitsTracking
        }
    }

    /// The identifiers that may leave the device now: none after an opt-out.
    public var identifiers: Set<NielsenIdentifier> {
        guard !isOptedOut else { return [] }
        return mayTrack ? flavor.identifiers : flavor.identifiers.filter { !$0.isForTracking }
    }
}
