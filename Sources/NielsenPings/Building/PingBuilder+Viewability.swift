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
