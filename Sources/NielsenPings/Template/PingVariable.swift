// SPDX-License-Identifier: Apache-2.0

/// The variables of templates besides metadata; the name in a template is `nol_` and the case's name.
enum PingVariable: Int, Sendable, Hashable, CaseIterable {
    // The app and the device.
    case appid, sfcode, appname, appversion, bundleId, meterVersion, build
    case osGroup, osVersion, deviceGroup, deviceType, deviceName, deviceModel, platform, country, country3, language
    case dma, latitude, longitude, accessMethod
    // Identifiers.
    case deviceId, encrypted, nuid, firstPartyId, firstPartyCreated, firstPartyAccessed, vendorId, demographicId
    case sessionId, viewSession, pingId
    // The user's choice: true or false.
    case uoo
    // The processor that makes the ping.
    case product, cadence, prefix, at, davty
    // What is credited.
    case segment, minutes, duration, seconds, totalSeconds, playhead, isLive
    // Time.
    case createTime, sendTime, startTime, date, hour, quarter, weekday
    // How often sending has failed before.
    case retry
    // The content that is played, or that an ad runs in.
    case contentAssetid
    // The stream.
    case evdata, adSeconds, adCount, crash
    // A connected device.
    case ottStatus, ottType, ottDevice, ottDeviceName, ottDeviceID, ottDeviceManufacturer, ottDeviceModel
    case ottDeviceVersion
    // Watermarks.
    case id3, cid, cidKind, cidOffset, breakout, aqh, tsvFlag
    // The answer to a station request.
    case stationId
    // What joins further parameters to the client's own address: ? or &; and its fragment, which goes behind them.
    case ocrJoin, ocrFragment

    var slot: Int { rawValue }
    var name: String { "nol_\(self)" }

    static let count = allCases.count
    static let slots = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0.slot) })
}
