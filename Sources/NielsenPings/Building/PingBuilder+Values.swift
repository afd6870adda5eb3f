// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
import NielsenModel

/// The values that templates are rendered with.
extension PingBuilder {
    mutating func set(_ variable: PingVariable, _ value: NielsenPingValue) {
        values[variable.slot] = value
    }

    private mutating func set(_ variable: PingVariable, _ text: String?, or fallback: String = "") {
        let text = text.flatMap { $0.isEmpty ? nil : $0 } ?? fallback
        // Unknown values are replaced by defaults of the configuration.
        if !text.isEmpty { values[variable.slot] = .text(text) }
    }

    // MARK: - Once

    mutating func setConfiguration(_ configuration: NielsenConfiguration) {
        set(.appid, appInfo["appid"])
        set(.sfcode, appInfo["sfcode"], or: configuration.defaultSfcode)
        set(.appname, appInfo["appname"])
        set(.appversion, appInfo["appversion"])
        set(.meterVersion, configuration.meterVersion)
        set(.build, configuration.meterVersion)
        // It says how identifiers leave, also where none does.
        set(.encrypted, .text("true"))
    }

    mutating func setDevice(_ device: NielsenDevice) {
        if localTime.zone != device.timeZone { localTime.zone = device.timeZone }
        set(.bundleId, device.bundleId)
        set(.osGroup, device.osGroup)
        set(.osVersion, device.osVersion)
        set(.deviceGroup, device.deviceGroup)
        set(.deviceType, device.deviceType)
        set(.deviceModel, device.model)
        set(.platform, device.platform)
        set(.country, device.country)
        set(.country3, CountryCode.threeLetters(device.country))
        // Values that the device no longer has must not stay.
        for (variable, text) in [(PingVariable.dma, device.marketArea), (.accessMethod, device.accessMethod)] {
            values[variable.slot] = text.isEmpty ? plan.vocabulary.defaults[variable.slot] : .text(text)
        }
        set(.language, device.language)
    }

    // MARK: - For each ping

    mutating func setCommon(_ record: NielsenMeasurementRecord) {
        set(.uoo, .text(record.optedOut ? "true" : "false"))
        withhold(optedOut: record.optedOut)
        setTime(record.time)
        set(.firstPartyAccessed, privacy.sends(.firstPartyId) ? .integer(record.time) : .none)
        set(.adCount, .integer(0))
        set(.adSeconds, .integer(0))
        set(.evdata, .none)
        set(.contentAssetid, .none)
        setDeviceBeside(record.ott)
    }

    private mutating func setDeviceBeside(_ ott: [String: String]) {
        set(.ottStatus, .text(ott["ottStatus"] ?? "0"))
        // Every field, each time it changes: nothing of the device before may stay.
        guard ott != privacy.connected else { return }
        privacy.connected = ott
        let tellsWhich = privacy.sends(.connectedDevice)
        set(.ottType, Self.value(ott["ottType"]))
        set(.ottDevice, Self.value(ott["ottDevice"]))
        set(.ottDeviceName, tellsWhich ? Self.value(ott["ottDeviceName"]) : .none)
        set(.ottDeviceID, tellsWhich ? Self.value(ott["ottDeviceID"]) : .none)
        set(.ottDeviceManufacturer, Self.value(ott["ottDeviceManufacturer"]))
        // A route reports the name that the user gave to the device as its model.
        set(.ottDeviceModel, tellsWhich ? Self.value(ott["ottDeviceModel"]) : .none)
        set(.ottDeviceVersion, Self.value(ott["ottDeviceVersion"]))
    }

    private static func value(_ text: String?) -> NielsenPingValue {
        text.map { .text($0) } ?? .none
    }

    private mutating func setTime(_ milliseconds: Int64) {
        let time = localTime.civil(milliseconds)
        set(.createTime, .integer(time.seconds))
        set(.sendTime, .integer(time.seconds))
        set(.date, .integer(time.date))
        // The hours of the vendor's reports begin at six o'clock.
        let hour = (time.hour + 18) % 24
        set(.hour, .text(hour < 10 ? "0\(hour)" : "\(hour)"))
        set(.quarter, .integer(hour * 4 + time.minute / 15 + 1))
        set(.weekday, .text(Self.weekday(time.weekday)))
    }

    /// The word for a day of the week, from 1 for Monday.
    private static func weekday(_ number: Int64) -> String {
        ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][Int((number + 6) % 7)]
    }

    /// Sets what the metadata says, in the slots of its lane and in those of what the ping is about.
    mutating func setMetadata(_ metadata: [String: String], _ lane: Int) {
        if laneMetadata[lane] != metadata {
            laneMetadata[lane] = metadata
            fill(lane + 1, from: metadata)
        }
        for key in plan.vocabulary.keys { values[key.slot] = values[key.slot + 1 + lane] }
        withholdUserIds()
    }

    mutating func setAsset(_ record: NielsenMeasurementRecord, _ lane: Int, _ report: ViewReport) {
        setMetadata(Self.owned(record), lane)
        switch record.lane {
        case .content:
            set(.adCount, .integer(report.adCount))
            set(.adSeconds, .integer(report.adSeconds))
            setContent(record.metadata)
        case .ad:
            set(.adCount, .integer(1))
            set(.adSeconds, .integer(Int64(record.totalSeconds)))
            setContent(record.content?.metadata ?? [:])
        case .static, nil: break
        }
        // The player's actions are in the pings that report a period, not in the one that reports a beginning.
        if record.kind != .view, !report.events.isEmpty { set(.evdata, .text(report.events)) }
        let length = record.metadata["length"]
        // A stream whose playheads are a time of day is live, whatever length the metadata gives it.
        let isEpoch = (record.playhead ?? 0) >= NielsenCore.earliestLivePlayhead
        set(.isLive, .text(isEpoch || length == "0" || length == "86400" ? "true" : "false"))
        set(.viewSession, .text(viewName(record)))
        set(.startTime, .integer(report.began / 1000))
        set(.playhead, record.playhead.map { .integer($0) } ?? .none)
        set(.seconds, .integer(Int64(record.seconds)))
        set(.totalSeconds, .integer(Int64(record.totalSeconds)))
        set(.duration, .integer(Int64(record.segments.count * thresholds.segmentSeconds)))
        setWindow(record.kind == .view ? nil : record.period)
        set(.breakout, .text("00"))
    }

    private mutating func setContent(_ metadata: [String: String]) {
        set(.contentAssetid, Self.value(metadata["assetid"]))
    }

    /// The metadata of a record; an ad belongs to whom its content belongs to, where it says nothing else.
    private static func owned(_ record: NielsenMeasurementRecord) -> [String: String] {
        guard let content = record.content?.metadata else { return record.metadata }
        let owner = content.filter { ownerKeys.contains($0.key) }
        return owner.isEmpty ? record.metadata : record.metadata.merging(owner) { own, _ in own }
    }

    private static let ownerKeys: Set<String> = ["clientid", "subbrand", "vcid"]

    mutating func setMarks(_ product: NielsenProduct, _ cadence: NielsenPingCadence, _ marks: PingPlan.Marks) {
        set(.product, .text(product.rawValue))
        set(.cadence, .text(cadence.rawValue))
        set(.prefix, .text(marks.prefix))
        set(.at, .text(marks.at))
    }

    /// Sets the number of a window, from 1, and a digit for each of its segments: 1 for one that is credited.
    ///
    /// - Parameter period: What is reported; nil for what credits nothing, which has the first number.
    mutating func setWindow(_ period: CreditPeriod?) {
        let length = Int64(min(max(1, thresholds.segmentsPerDuration), 1440))
        let seconds = length * Int64(min(max(1, thresholds.segmentSeconds), 86_400))
        var number = period?.window ?? 0
        // Playheads that are seconds since 1970 have the windows of a day.
        if number >= NielsenCore.earliestLivePlayhead / seconds { number %= max(1, 86_400 / seconds) }
        set(.segment, .integer(number + 1))
        var digits = [Character](repeating: "0", count: Int(length))
        for segment in period?.seen ?? [] { digits[Int(segment % length)] = "1" }
        set(.minutes, .text(String(digits)))
    }
}
