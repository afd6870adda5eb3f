// SPDX-License-Identifier: Apache-2.0

/// The origin of a value in a ping.
package enum PingOrigin: Sendable, Hashable, CustomStringConvertible {
    /// A key of the asset's metadata, or of the app information where the asset has none.
    case metadata(String)
    /// A key of the app information.
    case appInfo(String)
    /// A value of the device that the app passes.
    case device(String)
    /// An identifier that was made here, or that comes from the system.
    case identity
    /// The user's choice.
    case choice
    /// The measurement.
    case measurement
    /// The clock.
    case clock
    /// A watermark.
    case watermark
    /// The response of a collector.
    case answer
    /// Chance: it says nothing.
    case chance
    /// The configuration: a member of `defaults`, of a processor, or the version.
    case configuration(String)
    /// Whoever sends the ping.
    case delivery
    /// The template itself.
    case template

    package var description: String {
        switch self {
        case .metadata(let key): "metadata: \(key)"
        case .appInfo(let key): "app information: \(key)"
        case .device(let member): "device: \(member)"
        case .identity: "identifiers"
        case .choice: "the user's choice"
        case .measurement: "measured"
        case .clock: "clock"
        case .watermark: "watermark"
        case .answer: "a collector's answer"
        case .chance: "chance"
        case .configuration(let member): "configuration: \(member)"
        case .delivery: "delivery"
        case .template: "template"
        }
    }
}

extension PingVariable {
    /// The origin of its value.
    var origin: PingOrigin {
        switch self {
        case .appid, .sfcode, .appname, .appversion: .appInfo("\(self)")
        case .meterVersion, .build: .configuration("version")
        case .encrypted: .configuration("identifiers")
        case .bundleId, .osGroup, .osVersion, .deviceGroup, .deviceType, .platform, .country, .language, .latitude,
            .longitude, .accessMethod:
            .device("\(self)")
        case .country3: .device("country")
        case .deviceModel: .device("model")
        case .deviceName: .device("name")
        case .dma: .device("marketArea")
        case .deviceId, .nuid, .firstPartyId, .firstPartyCreated, .vendorId, .demographicId: .identity
        case .sessionId, .viewSession, .pingId: .chance
        case .uoo: .choice
        case .product, .cadence, .prefix, .at: .configuration("processor")
        case .davty, .segment, .minutes, .duration, .seconds, .totalSeconds, .playhead, .isLive, .evdata, .adSeconds,
            .adCount,
            .crash:
            .measurement
        case .contentAssetid: .metadata("assetid")
        case .createTime, .startTime, .date, .hour, .quarter, .weekday, .firstPartyAccessed: .clock
        case .sendTime, .retry: .delivery
        case .ottStatus, .ottType, .ottDevice, .ottDeviceName, .ottDeviceID, .ottDeviceManufacturer, .ottDeviceModel,
            .ottDeviceVersion:
            .device("updateOTT")
        case .id3, .cid, .cidKind, .cidOffset, .breakout, .aqh: .watermark
        case .tsvFlag, .stationId: .answer
        case .ocrJoin, .ocrFragment: .metadata("ocrtag")
        }
    }
}
