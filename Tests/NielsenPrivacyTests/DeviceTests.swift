// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import Testing

/// What a system reports of its device.
struct DeviceTests {
    @Test(arguments: [
        ("iOS", ["mobile", "IOS", "PHN", "MBL"]), ("tvOS", ["tv", "TVOS", "STV", "OTT"]),
        ("macOS", ["mobile", "MACOS", "DSK", "DSK"]),
    ])
    func theKindIsThatOfTheSystem(_ os: String, _ kind: [String]) {
        let device = NielsenDevice(os: os, version: (17, 4, 0), region: nil, language: nil)
        #expect([device.deviceType, device.osGroup, device.deviceGroup, device.platform] == kind)
        #expect([device.osName, device.osVersion] == [os, "17.4"])
    }

    @Test(
        arguments: [
            ("DE", "de-AT", ["de", "de"]), ("th", "TH", ["th", "th"]), ("GB", "en_GB", ["gb", "en"]),
            (nil, nil, ["us", "en"]), ("001", "yue-Hant", ["us", "en"]), ("", "", ["us", "en"]),
            ("é", "-", ["us", "en"]),
        ] as [(String?, String?, [String])]
    )
    func regionAndLanguageAreCodesOfTwoLetters(_ region: String?, _ language: String?, _ codes: [String]) {
        let device = NielsenDevice(os: "iOS", version: (12, 0, 1), region: region, language: language)
        #expect([device.country, device.language] == codes)
        #expect(device.osVersion == "12.0.1")
    }

    @Test func theDeviceOfTheSystemHasNoIdentifiers() {
        let device = NielsenDevice.current
        #expect(device.osName == NielsenDevice.currentOS)
        #expect(!device.osVersion.isEmpty && device.country.count == 2 && device.language.count == 2)
        #expect(device.advertisingId == nil && device.vendorId == nil && device.name.isEmpty)
        #expect(device.trackingAuthorization == nil)
    }
}
