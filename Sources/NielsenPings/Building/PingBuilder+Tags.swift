// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
import NielsenModel

/// DTVR pings out of watermarks.
extension PingBuilder {
    mutating func hear(_ record: NielsenMeasurementRecord, _ effects: inout [Effect]) {
        guard let payload = record.payload, let tag = try? NielsenID3Tag(payload) else { return }
        mayAskTSV = true
        let product = plan.product(.dtvr)
        // What is over is reported before what begins.
        for cid in PingPlan.ContentIdentifier.allCases {
            guard let run = runs[cid] else { continue }
            let isSilent = record.time - run.lastTime > Int64(thresholds.pauseTimeoutSeconds) * 1000
            if isSilent || run.cid != tag.contentID(cid) || run.isLeft(by: tag, record.metadata) {
                end(cid, product, &effects)
            }
        }
        if tsv.addTag(tag, nullContentIDs: plan.nullContentIDs) { askTSV(first: record, &effects) }
        guard let product else { return }
        for cid in PingPlan.ContentIdentifier.allCases { follow(cid, product, tag, record, &effects) }
    }

    private mutating func follow(
        _ cid: PingPlan.ContentIdentifier,
        _ product: PingPlan.Product,
        _ tag: NielsenID3Tag,
        _ record: NielsenMeasurementRecord,
        _ effects: inout [Effect]
    ) {
        let processors = product.processors.filter { $0.cid == cid }
        let identifier = tag.contentID(cid)
        // The null identifier switches the product off until another one comes.
        guard !processors.isEmpty, !plan.nullContentIDs.contains(identifier) else { return }
        let isNew = runs[cid] == nil
        var run = runs[cid] ?? makeRun(cid, identifier, product, record)
        let window = processors.first { $0.cadence == .quarterHour }?.windowSegments ?? 15
        run.hear(tag, record, windowSegments: window)
        set(.breakout, .text(tag.breakout))
        see(cid, tag, record)
        if isNew { tell(cid, &run, processors, .impression, &effects) }
        tellDue(cid, &run, processors, &effects)
        runs[cid] = run
    }

    private mutating func makeRun(
        _ cid: PingPlan.ContentIdentifier,
        _ identifier: String,
        _ product: PingPlan.Product,
        _ record: NielsenMeasurementRecord
    ) -> TagRun {
        runCount += 1
        var thresholds = thresholds
        if let seconds = product.segmentSeconds { thresholds.segmentSeconds = seconds }
        if let seconds = product.creditSeconds { thresholds.creditSeconds = seconds }
        let ids = plan.nullContentIDs
        return TagRun(cid, cid: identifier, number: runCount, record, thresholds, nullContentIDs: ids)
    }

    /// Reports what is due: the view once it is won, then the periods that are over, then the quarter of an hour.
    private mutating func tellDue(
        _ cid: PingPlan.ContentIdentifier,
        _ run: inout TagRun,
        _ processors: [PingPlan.Processor],
        _ effects: inout [Effect]
    ) {
        let needed = processors.first { $0.cadence == .view }?.segments ?? 1
        if !run.isWon, run.creditedCount >= needed {
            run.isWon = true
            tell(cid, &run, processors, .view, &effects)
        }
        while run.account.isDurationDue { tell(cid, &run, processors, .interval, &effects) }
        if let quarter = processors.first(where: { $0.cadence == .quarterHour }),
            run.removeQuarterHour(segments: quarter.segments)
        {
            tell(cid, &run, processors, .quarterHour, &effects)
        }
    }

    /// Reports what the run has earned, as of its last watermark.
    private mutating func tell(
        _ cid: PingPlan.ContentIdentifier,
        _ run: inout TagRun,
        _ processors: [PingPlan.Processor],
        _ cadence: NielsenPingCadence,
        ends: Bool = false,
        _ effects: inout [Effect]
    ) {
        let record = run.record
        // No ping follows the last one, so the answer would not be used.
        if cadence == .interval, !ends { askTSV(beforeInterval: record, &effects) }
        let credit = cadence == .interval ? run.removeCredit() : CreditPeriod()
        setCommon(record)
        setMetadata(record.metadata, 0)
        set(.cid, .text(run.cid))
        set(.cidKind, .text(cid.rawValue))
        set(.cidOffset, .integer(Int64(run.run.offset)))
        set(.seconds, .integer(Int64(credit.seconds)))
        set(.duration, .integer(Int64(credit.segments.count * run.segmentSeconds)))
        setWindow(cadence == .interval ? credit : nil)
        set(.davty, .integer(cadence == .impression ? 0 : ends ? 2 : 1))
        set(.aqh, .integer(cadence == .quarterHour ? 1 : 0))
        let length = record.metadata["length"]
        // Of several pings the first explains what all of them credit.
        var journal = cadence == .interval ? run.removeJournal() : nil
        set(.isLive, .text(length == nil || length == "0" || length == "86400" ? "true" : "false"))
        for processor in processors where processor.cadence == cadence {
            let marks = run.isWon ? processor.marks : processor.marksBeforeView ?? processor.marks
            setMarks(.dtvr, cadence, marks)
            var told = NielsenPingCredit(
                view: run.view,
                watermark: "\(cid.rawValue)_\(run.cid)",
                run: run.number,
                segments: credit.segments,
                seconds: credit.seconds,
                isEnd: ends
            )
            told.journal = journal
            journal = nil
            make(.dtvr, processor, about: record, segments: credit.segments.count, credit: told, &effects)
        }
        tellViewability(cid, cadence, run, record, &effects)
    }

    // MARK: - Ending

    private mutating func end(
        _ cid: PingPlan.ContentIdentifier,
        _ product: PingPlan.Product?,
        _ effects: inout [Effect]
    ) {
        guard var run = runs.removeValue(forKey: cid), let product else { return }
        if let last = run.run.last { set(.breakout, .text(last.breakout)) }
        tell(cid, &run, product.processors.filter { $0.cid == cid }, .interval, ends: true, &effects)
    }

    /// Ends what watermarks credit: the stream is over.
    mutating func endRuns(_ effects: inout [Effect]) {
        defer { forgetTSV() }
        mayAskTSV = true
        for cid in PingPlan.ContentIdentifier.allCases { end(cid, plan.product(.dtvr), &effects) }
    }

    /// Reports what watermarks have credited up to now, because a reported value changes.
    mutating func tellRuns(_ effects: inout [Effect]) {
        guard let product = plan.product(.dtvr) else { return }
        for cid in PingPlan.ContentIdentifier.allCases {
            guard var run = runs[cid], run.hasUntold else { continue }
            if let last = run.run.last { set(.breakout, .text(last.breakout)) }
            mayAskTSV = false
            tell(cid, &run, product.processors.filter { $0.cid == cid }, .interval, &effects)
            runs[cid] = run
        }
    }
}
