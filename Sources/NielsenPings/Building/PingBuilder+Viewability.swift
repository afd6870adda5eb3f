// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
import NielsenModel

/// The viewability of the player, measured with watermarks.
extension PingBuilder {
    /// Handles the values measured at a watermark.
    mutating func see(_ cid: PingPlan.ContentIdentifier, _ tag: NielsenID3Tag, _ record: NielsenMeasurementRecord) {
        let reading = record.viewability.flatMap(NielsenViewabilityReading.init(series:))
        viewability.hear(cid, tag, reading, at: record.time)
    }

    /// Flushes the values measured with a ping of the watermarks, whose values are set.
    mutating func tellViewability(
        _ cid: PingPlan.ContentIdentifier,
        _ cadence: NielsenPingCadence,
        _ run: TagRun,
        _ record: NielsenMeasurementRecord,
        _ effects: inout [Effect]
    ) {
        guard let series = viewability.series(cid), let product = plan.product(.viewability) else { return }
        var about = record
        about.viewability = series
        for processor in product.processors
        where processor.followsWatermarks && processor.cid == cid && processor.cadence == cadence {
            let marks = run.isWon ? processor.marks : processor.marksBeforeView ?? processor.marks
            setMarks(.viewability, cadence, marks)
            make(.viewability, processor, about: about, segments: 0, &effects)
            viewability.flush(cid)
        }
    }

    /// Returns whether viewability is measured with the same asset.
    func followsViews(_ record: NielsenMeasurementRecord) -> Bool {
        record.viewability != nil && plan.product(.dcrVideo)?.measures(record.metadata) == true
    }
}

/// The series of the player's viewability for the watermarks of each content identifier.
struct WatermarkViewability: Sendable {
    private struct Run: Sendable {
        let contentID: String
        var series: ViewabilitySeries
        /// The time of the last watermark, in milliseconds since 1970.
        var lastTime: Int64
    }

    private let settings: NielsenViewabilitySettings
    private let gapSeconds: Int
    private var runs: [PingPlan.ContentIdentifier: Run] = [:]

    init(_ configuration: NielsenConfiguration) {
        settings = configuration.viewability
        gapSeconds = max(1, configuration.thresholds.id3IntervalGapSeconds)
    }

    /// Handles a watermark.
    ///
    /// - Parameters:
    ///   - cid: The content identifier that is followed.
    ///   - tag: The watermark; it has this identifier.
    ///   - reading: The measured values; nil if there are none.
    ///   - time: Milliseconds since 1970.
    mutating func hear(
        _ cid: PingPlan.ContentIdentifier,
        _ tag: NielsenID3Tag,
        _ reading: NielsenViewabilityReading?,
        at time: Int64
    ) {
        let contentID = cid == .finalDistributor ? tag.finalDistributorID : tag.programContentID
        let offset = cid == .finalDistributor ? tag.finalDistributorOffset : tag.programContentOffset
        if runs[cid]?.contentID != contentID { runs[cid] = nil }
        guard let reading else {
            runs[cid]?.series.lose()
            return
        }
        let new = Run(
            contentID: contentID,
            series: ViewabilitySeries(settings, maximumStep: gapSeconds),
            lastTime: time
        )
        var run = runs[cid] ?? new
        // A gap in time is a break even if the offsets continue, as after a pause.
        if time - run.lastTime > Int64(gapSeconds) * 1000 { run.series.interrupt() }
        run.lastTime = time
        run.series.advance(to: Int64(offset), at: time, reading)
        runs[cid] = run
    }

    /// Returns the items since the last flush; nil if there are none.
    func series(_ cid: PingPlan.ContentIdentifier) -> JSONObject? { runs[cid]?.series.json }

    /// Removes the reported items.
    mutating func flush(_ cid: PingPlan.ContentIdentifier) { runs[cid]?.series.flush() }

    /// Ends the items at their last watermark.
    mutating func interrupt() {
        for cid in PingPlan.ContentIdentifier.allCases { runs[cid]?.series.interrupt() }
    }

    /// Removes everything, because the stream has ended.
    mutating func end() { runs = [:] }
}
