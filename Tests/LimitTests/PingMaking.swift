// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement
@testable import NielsenPings

/// What suites need that make pings out of records made by hand: a builder whose template has every name that has a value.
protocol PingMaking {}

extension PingMaking {
    static var start: Int64 { 1_700_000_000_999 }

    /// A template with every name that has a value, and the products that are made with it.
    func configuration() throws -> NielsenConfiguration {
        let variables = PingVariable.allCases.filter { $0 != .ocrJoin && $0 != .ocrFragment }
        var parameters = variables.map { "\"\($0)=[\($0.name)]\"" }
        for name in ["m", "u", "x", "c"] {
            for lane in ["", "_content", "_ad", "_static"] {
                parameters.append("\"\(name)\(lane)=[nol_\(name)\(lane)]\"")
            }
        }
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1, "thresholds": {"addressLength": 100000},
             "defaults": {"nol_stationId": "st", "nol_tsvFlag": "99", "nol_crash": "0", "nol_dma": "dd"},
             "keyMap": {"nol_m": "meta", "nol_u": "uid2", "nol_x": "xnext", "nol_c": "clientid"},
             "templates": {"t": {"url": "https://h/x", "parameters": [\(parameters.joined(separator: ","))]}},
             "products": [
                {"product": "session", "processors": [{"cadence": "session", "template": "t"}]},
                {"product": "dcrVideo", "processors": [
                    {"cadence": "impression", "prefix": "V", "at": "view", "template": "t"},
                    {"cadence": "interval", "prefix": "D", "at": "timer", "template": "t"}]},
                {"product": "dcrStatic", "processors": [{"cadence": "impression", "prefix": "P", "template": "t"}]},
                {"product": "dtvr", "segmentValue": 10, "creditValue": 5, "processors": [
                    {"cadence": "impression", "prefix": "I", "at": "start", "template": "t"},
                    {"cadence": "interval", "prefix": "D", "at": "timer", "template": "t", "beforeView": {"prefix": "S", "at": "sf"}}]}
             ]}
            """
        return try NielsenConfiguration(jsonData: Data(text.utf8))
    }

    func device(_ authorization: NielsenTrackingAuthorization = .authorized) throws -> NielsenDevice {
        var device = NielsenDevice(
            deviceType: "phone",
            osVersion: "17",
            model: "Model",
            country: "de",
            language: "fr",
            vendorId: "W"
        )
        device.name = "Mine"
        (device.osGroup, device.deviceGroup, device.platform) = ("IOS", "PHN", "MBL")
        (device.bundleId, device.marketArea, device.accessMethod) = ("b.id", "501", "2")
        (device.latitude, device.longitude) = ("1.5", "2.5")
        device.timeZone = try #require(TimeZone(secondsFromGMT: 3_600))
        device.trackingAuthorization = authorization
        device.advertisingId = "A1"
        return device
    }

    func builder(
        _ configuration: NielsenConfiguration,
        _ authorization: NielsenTrackingAuthorization = .authorized,
        random: @escaping @Sendable () -> UInt64 = { 0 }
    ) throws -> PingBuilder {
        let device = try device(authorization)
        return PingBuilder(
            configuration: configuration,
            stream: "stream",
            appInfo: ["appid": "A", "sfcode": "", "appname": "N", "appversion": "7", "xnext": "app"],
            identity: NielsenIdentity(
                nielsenId: "N1",
                demographicId: "D1",
                firstPartyId: "F1",
                firstPartyCreated: 5,
                ownVendorId: "V",
                ownDeviceId: "O"
            ),
            privacy: NielsenPrivacy(flavor: .ad, device: device),
            device: device,
            random: random
        )
    }

    func record(
        _ kind: NielsenMeasurementRecord.Kind,
        _ lane: NielsenLane?,
        view: Int = 1,
        at seconds: Int64 = 0,
        session: String = "s",
        _ metadata: [String: String] = [:]
    ) -> NielsenMeasurementRecord {
        var record = NielsenMeasurementRecord(
            kind: kind,
            session: session,
            lane: lane,
            view: view,
            optedOut: false,
            time: Self.start + seconds * 1_000,
            metadata: metadata
        )
        record.instant = .zero + .seconds(seconds)
        return record
    }

    /// The parameters of the pings of a record.
    func values(_ builder: inout PingBuilder, _ record: NielsenMeasurementRecord) throws -> [[String: String]] {
        var effects: [PingBuilder.Effect] = []
        builder.addRecord(record, into: &effects)
        return values(effects)
    }

    func values(_ effects: [PingBuilder.Effect]) -> [[String: String]] {
        effects.compactMap { effect in
            guard case .ping(let ping) = effect, let mark = ping.url.firstIndex(of: "?") else { return nil }
            let pairs = ping.url[mark...].dropFirst().split(separator: "&").map { pair in
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return (sides[0], sides[1])
            }
            return Dictionary(pairs) { first, _ in first }.filter { !$0.value.isEmpty }
        }
    }

    func sealed(_ id: String) -> String { HashAlgorithm.sha256.hex(of: id) ?? "" }

    /// What every ping of this device and app has at the start.
    func common(_ configuration: NielsenConfiguration) -> [String: String] {
        [
            "appid": "A", "sfcode": "dcr", "appname": "N", "appversion": "7", "bundleId": "b.id",
            "meterVersion": configuration.meterVersion, "build": configuration.meterVersion, "osGroup": "IOS",
            "osVersion": "17", "deviceGroup": "PHN", "deviceType": "phone", "deviceName": "Mine",
            "deviceModel": "Model", "platform": "MBL", "country": "de", "country3": "deu", "language": "fr",
            "dma": "501", "latitude": "1.5", "longitude": "2.5", "accessMethod": "2", "deviceId": sealed("A1"),
            "encrypted": "true", "nuid": sealed("N1"), "firstPartyId": "F1", "firstPartyCreated": "5",
            "firstPartyAccessed": "1700000000999", "vendorId": "W", "demographicId": "D1", "sessionId": "s",
            "uoo": "false", "createTime": "1700000000", "sendTime": "1700000000", "startTime": "1700000000",
            "date": "20231114", "hour": "23", "weekday": "2", "retry": "0", "adSeconds": "0", "adCount": "0",
            "crash": "0", "ottStatus": "0", "tsvFlag": "99", "stationId": "st", "x": "app",
            "pingId": String(repeating: "0", count: 32),
        ]
    }

    static var film: [String: String] {
        ["type": "content", "assetid": "A1", "meta": "mc", "uid2": "U", "clientid": "own"]
    }
}
