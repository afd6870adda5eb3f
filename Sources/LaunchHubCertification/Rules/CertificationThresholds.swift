// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The thresholds of the published cases and rules, read from the table `thresholds.json` of this module.
package struct CertificationThresholds: Sendable {
    /// The thresholds of this module's table.
    package static let published = CertificationThresholds(
        (try? JSONValue(jsonData: Data(PackageResources.thresholds_json))) ?? .null
    )

    /// Makes thresholds of a table; one that is not in it is never reached.
    init(_ table: JSONValue) {
        let rows = table["thresholds"]?.arrayValue ?? []
        func value(_ name: String) -> Double {
            rows.first { $0["name"]?.stringValue == name }?["value"]?.doubleValue ?? .infinity
        }
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
