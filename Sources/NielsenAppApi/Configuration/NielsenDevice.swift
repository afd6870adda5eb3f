// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What is known of the device and of the user's settings on it.
public struct NielsenDevice: Sendable, Hashable {
    /// The kind of device, such as `mobile` or `tv`.
    public var deviceType: String
    /// The name of the operating system.
    public var osName: String
    /// The version of the operating system.
    public var osVersion: String
    /// The device's model, empty where unknown.
    public var model: String
    /// The name of the device, empty where unknown.
    public var name = ""
    /// The group of operating systems, such as `IOS`.
    public var osGroup = NielsenDevice.currentOS.uppercased()
    /// The group of devices, such as `PHN`, `TAB`, `STV` or `DSK`.
    public var deviceGroup = "DSK"
    /// The platform, such as `MBL`, `OTT` or `DSK`.
    public var platform = "DSK"
    /// The identifier of the app's bundle, empty where unknown.
    public var bundleId = ""
    /// The country, two lower-case letters.
    public var country: String
    /// The language, two lower-case letters.
    public var language: String
    /// Where the device is in time: dates in pings are local ones, and a day ends at its midnight.
    public var timeZone = TimeZone.autoupdatingCurrent
    /// The market area, `dma`, empty where unknown.
    public var marketArea = ""
    /// Degrees north as text, empty where the app does not say; nothing is read from the system.
    public var latitude = ""
    /// Degrees east as text, empty where the app does not say.
    public var longitude = ""
    /// How the device is connected, as a code that the market has agreed on; empty for the configuration's.
    public var accessMethod = ""
    /// The id that the system gives to all apps of one vendor; nil has one made and kept.
    public var vendorId: String?
    /// True where a system that does not ask says that the user limits tracking.
    public var limitsTracking: Bool
    /// What the user answered to the question whether the app may track; nil where the system does not ask.
    public var trackingAuthorization: NielsenTrackingAuthorization?
    /// The advertising id, nil where it was not read. It is used in ``NielsenFlavor/ad`` alone, and where the user allows
    /// it; one of zeros alone is none.
    public var advertisingId: String?

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - deviceType: The kind of device, such as `mobile` or `tv`.
    ///   - osName: The name of the operating system.
    ///   - osVersion: The version of the operating system.
    ///   - model: The device's model.
    ///   - country: Two lower-case letters.
    ///   - language: Two lower-case letters.
    ///   - vendorId: The id that the system gives to all apps of one vendor; nil has one made and kept.
    ///   - limitsTracking: True where the system says that the user does not want to be tracked.
    public init(
        deviceType: String = "mobile",
        osName: String = NielsenDevice.currentOS,
        osVersion: String = "",
        model: String = "",
        country: String = "us",
        language: String = "en",
        vendorId: String? = nil,
        limitsTracking: Bool = false
    ) {
        self.deviceType = deviceType
        self.osName = osName
        self.osVersion = osVersion
        self.model = model
        self.country = country
        self.language = language
        self.vendorId = vendorId
        self.limitsTracking = limitsTracking
    }

    /// The name of the operating system that this was built for.
    public static var currentOS: String {
        #if os(iOS)
            "iOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(macOS)
            "macOS"
        #else
            "Linux"
        #endif
    }
}
