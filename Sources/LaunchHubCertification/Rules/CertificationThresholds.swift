// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The thresholds of the published cases and rules, read from the table `thresholds.json` of this module.
package struct CertificationThresholds: Sendable {
    /// A row of the table.
    package struct Row: Sendable, Hashable {
        /// The name of the threshold.
        package let name: String
        /// The value.
        package let value: Double
        /// The document that the value is from.
        package let source: String
        /// The meaning of the value.
        package let meaning: String
    }

    /// The rows, in the order of the table.
    package let rows: [Row]

    /// The thresholds of this module's table.
    package static let published = CertificationThresholds(
        (try? JSONValue(jsonData: Data(PackageResources.thresholds_json))) ?? .null
    )

    /// Makes thresholds of a table; rows that cannot be read are left out.
    init(_ table: JSONValue) {
        rows = (table["thresholds"]?.arrayValue ?? []).compactMap { row in
            guard let name = row["name"]?.stringValue, let value = row["value"]?.doubleValue else { return nil }
            let source = row["source"]?.stringValue ?? ""
            return Row(name: name, value: value, source: source, meaning: row["meaning"]?.stringValue ?? "")
        }
        let values = Dictionary(rows.map { ($0.name, $0.value) }) { first, _ in first }
        func value(_ name: String) -> Double { values[name] ?? .infinity }
        forward = value("forwardSeconds")
        rewind = value("rewindSeconds")
        pause = value("pauseSeconds")
        background = value("backgroundSeconds")
        staticBackground = value("staticBackgroundSeconds")
        watermarkPlay = value("watermarkPlaySeconds")
        watermarkPause = value("watermarkPauseSeconds")
        watermarkBack = value("watermarkBackSeconds")
        watermarkForward = value("watermarkForwardSeconds")
        watermarkGap = value("watermarkGapSeconds")
        watermarkGapCount = value("watermarkGapCount")
        buffering = value("bufferingSeconds")
        stopDelay = value("stopDelaySeconds")
        playheadStep = value("playheadStepSeconds")
        skip = value("skipSeconds")
        faster = value("fasterSeconds")
        slack = value("slackSeconds")
        finalPlayhead = value("finalPlayheadSeconds")
        lateComplete = value("lateCompleteSeconds")
        epochPlayhead = value("epochPlayhead")
        largestPlayhead = value("largestPlayhead")
    }

    // Read once, because each line of a log compares with some of them.
    package let forward, rewind, pause, background, staticBackground: Double
    package let watermarkPlay, watermarkPause, watermarkBack, watermarkForward: Double
    package let watermarkGap, watermarkGapCount: Double
    package let buffering, stopDelay, playheadStep, skip, faster, slack: Double
    package let finalPlayhead, lateComplete, epochPlayhead, largestPlayhead: Double
}
