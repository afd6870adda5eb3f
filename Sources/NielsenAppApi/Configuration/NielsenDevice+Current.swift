// SPDX-License-Identifier: Apache-2.0

import Foundation

extension NielsenDevice {
    /// This device, as far as the system describes it without a permission: its kind, the version of the system, and
    /// the user's region and language.
    ///
    /// The app adds an identifier, the model and the name, and `deviceGroup` `TAB` on a tablet; with UIKit,
    /// `NielsenDevice(UIDevice.current)` does so except for the advertising identifier.
    public static var current: NielsenDevice {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return NielsenDevice(
            os: currentOS,
            version: (version.majorVersion, version.minorVersion, version.patchVersion),
            region: Locale.current.region?.identifier,
            language: Locale.preferredLanguages.first
        )
    }

    /// Makes a description of a device from the values of its system.
    ///
    /// - Parameters:
    ///   - os: The name of the system, as in ``osName``.
    ///   - version: The version of the system; a patch of 0 is left out.
    ///   - region: The user's region; anything but a code of two letters is ignored.
    ///   - language: The user's language, with or without a region; anything without a code of two letters is ignored.
    package init(os: String, version: (major: Int, minor: Int, patch: Int), region: String?, language: String?) {
        let patch = version.patch == 0 ? "" : ".\(version.patch)"
        self.init(osName: os, osVersion: "\(version.major).\(version.minor)\(patch)")
        if let country = Self.twoLetters(region) { self.country = country }
        let code = language.flatMap { $0.split { $0 == "-" || $0 == "_" }.first }.map { String($0) }
        if let code = Self.twoLetters(code) { self.language = code }
        osGroup = os.uppercased()
        switch os {
        case "iOS": (deviceType, deviceGroup, platform) = ("mobile", "PHN", "MBL")
        case "tvOS": (deviceType, deviceGroup, platform) = ("tv", "STV", "OTT")
        default: break
        }
    }

    private static func twoLetters(_ text: String?) -> String? {
        guard let text, text.utf8.count == 2, text.utf8.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 }) else { return nil }
        return text.lowercased()
    }
}
