// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    import Foundation
    public import UIKit

    extension NielsenDevice {
        /// Makes a description of a device from UIKit: the values of ``current``, the model, the name, the vendor
        /// identifier, and whether it is a tablet.
        ///
        /// ```swift
        /// let environment = NielsenEnvironment.app(device: NielsenDevice(.current))
        /// ```
        ///
        /// The app adds the tracking authorization and the advertising identifier itself, so that an app without the
        /// advertising framework does not link it. The flavor and the user decide which identifiers leave the device,
        /// whatever is known here.
        ///
        /// Source: "DCR Video iOS SDK guide", "Implementation", the flavor without the advertising framework.
        ///
        /// - Parameter device: The device.
        @MainActor
        public init(_ device: UIDevice) {
            self = .current
            osVersion = device.systemVersion
            model = device.model
            name = device.name
            vendorId = device.identifierForVendor?.uuidString
            if device.userInterfaceIdiom == .pad { deviceGroup = "TAB" }
        }
    }
#endif
