// SPDX-License-Identifier: Apache-2.0

/// What is measured of a player's visibility and of the volume, and how finely.
public struct NielsenViewabilitySettings: Sendable, Hashable {
    /// True where it goes along with the measurement of content; `dcrContent`.
    public var measuresContent = true
    /// True where it goes along with the measurement of ads; `dcrAd`.
    public var measuresAds = true
    /// True where it goes along with the measurement of watermarks; `dtvr`.
    public var measuresWatermarks = true
    /// By how many percentage points the visible part must move for a new item of `invs`.
    public var visibilityThreshold = 5
    /// By how many percentage points the volume must move for a new item of `inau`.
    public var volumeThreshold = 1
    /// From which alpha, in percent, a view hides what is behind it.
    public var opaquePercent = 50
    /// How many milliseconds lie between two looks at the screen while something is played.
    public var sampleIntervalMilliseconds = 1000
    /// True where the step up to the first playhead after a start, a ping or a resume counts; the documents' example
    /// leaves it out.
    public var countsFirstStep = false
    /// How many items a series keeps between two pings; the earliest make room for the latest.
    public var maximumItems = 1000

    /// The settings that the documents name as defaults.
    public init() {}

    /// True where anything is measured.
    var isOn: Bool { measuresContent || measuresAds || measuresWatermarks }

    func measures(_ lane: NielsenLane) -> Bool {
        switch lane {
        case .content: measuresContent
        case .ad: measuresAds
        case .static: false
        }
    }
}

extension NielsenViewabilitySettings {
    /// Takes over the settings that a configuration file has; the others stay.
    mutating func read(_ reader: ConfigurationReader) throws(NielsenConfigurationError) {
        reader.allow([
            "dcrContent", "dcrAd", "dtvr", "visibilityThreshold", "volumeThreshold", "opaquePercent", "sampleInterval",
            "maximumItems", "countFirstStep",
        ])
        if let flag = try reader.flag("dcrContent") { measuresContent = flag }
        if let flag = try reader.flag("dcrAd") { measuresAds = flag }
        if let flag = try reader.flag("dtvr") { measuresWatermarks = flag }
        if let flag = try reader.flag("countFirstStep") { countsFirstStep = flag }
        if let value = try reader.integer("visibilityThreshold", 1...100) { visibilityThreshold = Int(value) }
        if let value = try reader.integer("volumeThreshold", 1...100) { volumeThreshold = Int(value) }
        if let value = try reader.integer("opaquePercent", 1...100) { opaquePercent = Int(value) }
        if let value = try reader.integer("sampleInterval", 50...60_000) { sampleIntervalMilliseconds = Int(value) }
        if let value = try reader.integer("maximumItems", 1...100_000) { maximumItems = Int(value) }
    }
}
