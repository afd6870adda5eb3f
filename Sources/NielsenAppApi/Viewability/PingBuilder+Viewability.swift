// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The visibility of the player beside the measurement of watermarks.
extension PingBuilder {
    /// Takes a watermark's offset for the series of its run.
    func see(_ run: inout TagRun, _ record: MeasurementRecord) {
        guard let reading = record.viewability.flatMap(ViewabilityReading.init(series:)) else {
            run.viewability?.interrupt()
            return
        }
        if run.viewability == nil {
            run.viewability = ViewabilitySeries(viewability, maximumStep: thresholds.id3IntervalGapSeconds)
        }
        run.viewability?.advance(to: run.lastOffset, at: record.time, reading)
    }

    /// Ends the items of all runs at their last watermark.
    mutating func interruptViewability() {
        for cid in PingPlan.ContentIdentifier.allCases { runs[cid]?.viewability?.interrupt() }
    }

    /// Flushes a run's series along with a ping of its measurement, whose values are set.
    mutating func tellViewability(
        _ cid: PingPlan.ContentIdentifier,
        _ run: inout TagRun,
        _ cadence: PingCadence,
        _ record: MeasurementRecord,
        _ effects: inout [Effect]
    ) {
        guard let product = plan.product(.viewability), let series = run.viewability?.json else { return }
        var flushes = false
        var about = record
        about.viewability = series
        for processor in product.processors
        where processor.followsWatermarks && processor.cid == cid && processor.cadence == cadence {
            let marks = run.isWon ? processor.marks : processor.marksBeforeView ?? processor.marks
            setMarks(.viewability, cadence, marks, interval: run.intervals)
            make(.viewability, processor, about: about, segments: 0, &effects)
            flushes = true
        }
        if flushes { run.viewability?.flush() }
    }
}
