// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices

/// A description of the device and of the user's settings on it.
public struct NielsenDevice: Sendable, Hashable {
    /// The kind of device, such as `mobile` or `tv`.
    public var deviceType: String
    /// The name of the operating system.
    public var osName: String
    /// The version of the operating system.
    public var osVersion: String
    /// The model of the device; empty if unknown.
    public var model: String
    /// The name of the device; empty if unknown.
    public var name = ""
    /// The group of operating systems, such as `IOS`.
    public var osGroup = NielsenDevice.currentOS.uppercased()
    /// The group of devices, such as `PHN`, `TAB`, `STV` or `DSK`.
    public var deviceGroup = "DSK"
    /// The platform, such as `MBL`, `OTT` or `DSK`.
    public var platform = "DSK"
    /// The bundle identifier of the app; empty if unknown.
    public var bundleId = ""
    /// The country, two lower-case letters.
    public var country: String
    /// The language, two lower-case letters.
    public var language: String
    /// The time zone of the device: dates in pings are local, and a day ends at local midnight.
    public var timeZone = TimeZone.autoupdatingCurrent
    /// The market area, `dma`; empty if unknown.
    public var marketArea = ""
    /// The latitude in degrees, as text; empty unless the app sets it, because nothing is read from the system.
    public var latitude = ""
    /// The longitude in degrees, as text; empty unless the app sets it.
    public var longitude = ""
    /// The kind of connection, as a code agreed with the market; empty for the value of the configuration.
    public var accessMethod = ""
    /// The identifier that the system gives to all apps of one vendor; nil to have one generated and stored.
    public var vendorId: String?
    /// Whether a system without a tracking prompt limits tracking.
    public var limitsTracking: Bool
    /// The user's answer to the tracking prompt; nil if the system has none.
    public var trackingAuthorization: NielsenTrackingAuthorization?
    /// The advertising identifier; nil if it was not read.
    ///
    /// It is used only in ``NielsenFlavor/ad`` and if the user allows it; one that consists of zeros is ignored.
    public var advertisingId: String?

    /// Makes a description of a device.
    ///
    /// - Parameters:
    ///   - deviceType: The kind of device, such as `mobile` or `tv`.
    ///   - osName: The name of the operating system.
    ///   - osVersion: The version of the operating system.
    ///   - model: The model of the device.
    ///   - country: Two lower-case letters.
    ///   - language: Two lower-case letters.
    ///   - vendorId: The identifier that the system gives to all apps of one vendor; nil to have one generated and
    ///     stored.
    ///   - limitsTracking: Whether a system without a tracking prompt limits tracking.
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
    public static var currentOS: String { OperatingSystem.name }
}
