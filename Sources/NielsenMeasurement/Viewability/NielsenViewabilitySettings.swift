// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

/// The settings of viewability measurement.
package struct NielsenViewabilitySettings: Sendable, Hashable {
    /// Whether it is measured with content; `dcrContent`.
    package var measuresContent = true
    /// Whether it is measured with ads; `dcrAd`.
    package var measuresAds = true
    /// Whether it is measured with watermarks; `dtvr`.
    package var measuresWatermarks = true
    /// The change of the visible part, in percentage points, that begins a new item of `invs`.
    package var visibilityThreshold = 5
    /// The change of the volume, in percentage points, that begins a new item of `inau`.
    package var volumeThreshold = 1
    /// The alpha, in percent, from which a view hides what is behind it.
    package var opaquePercent = 50
    /// The interval at which the screen is examined while something plays, in milliseconds.
    package var sampleIntervalMilliseconds = 1000
    /// Whether the step up to the first playhead after a start, a ping or a resume counts; the documents' example
    /// leaves it out.
    package var countsFirstStep = false
    /// The largest number of items in a series between two pings; the latest replace the earliest.
    package var maximumItems = 1000

    /// The default settings named by the documents.
    package init() {}

    /// Whether anything is measured.
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
    /// Applies the settings in a configuration file; the others stay.
    package mutating func read(_ reader: ConfigurationReader) throws(NielsenConfigurationError) {
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
