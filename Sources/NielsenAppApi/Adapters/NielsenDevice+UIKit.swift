// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    import Foundation
    public import UIKit

    extension NielsenDevice {
        /// Describes a device as UIKit does: what ``current`` has, the model, the name, the vendor's identifier, and
        /// whether it is a tablet.
        ///
        /// ```swift
        /// let environment = NielsenEnvironment.app(device: NielsenDevice(.current))
        /// ```
        ///
        /// What the system says about tracking, and the advertising identifier, are the app's to fill in, so that an app
        /// without the advertising framework has nothing of it linked in. Which identifiers leave the device is up to the
        /// flavor and to the user, whatever is known here.
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
