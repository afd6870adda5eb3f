// SPDX-License-Identifier: Apache-2.0

/// The privacy state that results from the flavor, the system setting and the user's choice: whether the user has opted
/// out, and which identifiers may leave the device.
///
/// A value without clock or store, owned by an instance.
@usableFromInline
package struct NielsenPrivacy: Sendable, Hashable {
    /// The effective flavor: ``NielsenFlavor/noID`` in an app for children, whatever was requested.
    @usableFromInline package let flavor: NielsenFlavor
    /// Whether the app is in the Kids Category.
    @usableFromInline package let isForKids: Bool
    /// The user's answer to the tracking prompt; nil if the system has no prompt.
    @usableFromInline package private(set) var authorization: NielsenTrackingAuthorization?
    /// Whether a system without a prompt limits tracking.
    @usableFromInline package private(set) var limitsTracking: Bool
    /// Whether the user opted out on the page, or the app did for the user.
    @usableFromInline package var choice: Bool
    /// Whether the app information opts out for the user.
    ///
    /// It applies as long as it is set, whatever the user chooses, and is not stored as the user's choice.
    @usableFromInline package var isOptedOutByApp = false

    /// Makes the state.
    ///
    /// - Parameters:
    ///   - flavor: The flavor of the app.
    ///   - isForKids: Whether the app is in the Kids Category.
    ///   - device: The device with the system's setting, for the flavor that reads it.
    ///   - choice: Whether the user opted out on the page, or the app did for the user.
    package init(
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

    /// Returns the choice that a text of the opt-out page represents; nil for any other text.
    package static func choice(of text: String) -> Bool? {
        switch text {
        case "nielsenappsdk://1": true
        case "nielsenappsdk://0": false
        default: nil
        }
    }

    /// Applies the current device.
    ///
    /// - Parameter device: The device with the system's setting, for the flavor that reads it.
    package mutating func note(_ device: NielsenDevice) {
        guard flavor.readsTrackingSetting else { return }
        authorization = device.trackingAuthorization
        limitsTracking = device.limitsTracking
    }

    /// Whether the user opted out without the page: by the system's setting, or because the app is for children.
    ///
    /// A user who has not been asked has not opted out. If the system has a prompt, only its answer applies; Limit Ad
    /// Tracking belongs to systems without a prompt.
    ///
    /// Source: "DCR Video iOS SDK guide", "Global iOS SDK Opt-out".
    @inlinable
    package var isOptedOutBySystem: Bool {
        if isForKids { return true }
        guard flavor.readsTrackingSetting else { return false }
        switch authorization {
        case .denied, .restricted: return true
        case .authorized, .notDetermined: return false
        case nil: return limitsTracking
        }
    }

    /// Whether measurement is marked as opted out.
    @inlinable package var isOptedOut: Bool { choice || isOptedOutByApp || isOptedOutBySystem }

    /// Whether the user allows identifiers that follow a user across apps, or the flavor has none.
    ///
    /// Source: "DCR Video iOS SDK guide", "Special Notes regarding iOS14": the advertising id is for
    /// ``NielsenTrackingAuthorization/authorized`` alone.
    package var mayTrack: Bool {
        guard flavor.readsTrackingSetting else { return true }
        switch authorization {
        case .authorized: return true
        case .notDetermined, .denied, .restricted: return false
        case nil: return !limitsTracking
        }
    }

    /// The identifiers that may leave the device now: none after an opt-out.
    package var identifiers: Set<NielsenIdentifier> {
        guard !isOptedOut else { return [] }
        return mayTrack ? flavor.identifiers : flavor.identifiers.filter { !$0.isForTracking }
    }
}
