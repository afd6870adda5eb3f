// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Pings out of watermarks: TSV requests and DTVR.
extension PingBuilder {
    mutating func hear(_ record: MeasurementRecord, _ effects: inout [Effect]) {
        guard let payload = record.payload, let tag = try? NielsenID3Tag(payload) else { return }
        if !hasAskedTSV {
            hasAskedTSV = true
            askTSV(record, tag, &effects)
        }
        guard let product = plan.product(.dtvr) else { return }
        for cid in PingPlan.ContentIdentifier.allCases {
            let processors = product.processors.filter { $0.cid == cid }
            guard !processors.isEmpty else { continue }
            follow(cid, processors, tag, record, &effects)
        }
    }

    private mutating func askTSV(_ record: MeasurementRecord, _ tag: NielsenID3Tag, _ effects: inout [Effect]) {
        guard let product = plan.product(.tsv) else { return }
        setCommon(record)
        setMetadata(record.metadata, record.lane == .ad ? 1 : 0)
        set(.id3, .text(tag.payload))
        for processor in product.processors where processor.cadence == .firstTag {
            make(product.product, processor, about: record, &effects)
        }
    }

    private mutating func follow(
        _ cid: PingPlan.ContentIdentifier,
        _ processors: [PingPlan.Processor],
        _ tag: NielsenID3Tag,
        _ record: MeasurementRecord,
        _ effects: inout [Effect]
    ) {
        let identifier = cid == .finalDistributor ? tag.finalDistributorID : tag.programContentID
        let offset = cid == .finalDistributor ? tag.finalDistributorOffset : tag.programContentOffset
        if let run = runs[cid] {
            let isOver = record.time - run.lastTime > Int64(thresholds.pauseTimeoutSeconds) * 1000
            if run.cid != identifier || isOver { end(cid, processors, record, &effects) }
        }
        // The identifier that stands for none switches the product off until another one comes.
        guard !plan.nullContentIDs.contains(identifier) else { return }
        var run = runs[cid] ?? TagRun(cid: identifier, thresholds: thresholds, time: record.time)
        let isNew = runs[cid] == nil
        let window = processors.first { $0.cadence == .quarterHour }?.windowSegments ?? 15
        run.hear(offset: Int64(offset), at: record.time, windowSegments: window)
        set(.breakout, .text(tag.breakout))
        see(cid, tag, record)
        if isNew { tell(cid, &run, processors, .impression, record, &effects) }
        tellDue(cid, &run, processors, record, &effects)
        runs[cid] = run
    }

    /// Tells what is due: the view once it is won, then full intervals, then the quarter of an hour.
    private mutating func tellDue(
        _ cid: PingPlan.ContentIdentifier,
        _ run: inout TagRun,
        _ processors: [PingPlan.Processor],
        _ record: MeasurementRecord,
        _ effects: inout [Effect]
    ) {
        let needed = processors.first { $0.cadence == .view }?.segments ?? 1
        if !run.isWon, run.account.pending.count >= needed {
            run.isWon = true
            tell(cid, &run, processors, .view, record, &effects)
        }
        while run.account.isDurationDue { tell(cid, &run, processors, .interval, record, &effects) }
        if let quarter = processors.first(where: { $0.cadence == .quarterHour }),
            run.takeQuarterHour(segments: quarter.segments)
        {
            tell(cid, &run, processors, .quarterHour, record, &effects)
        }
    }

    private mutating func tell(
        _ cid: PingPlan.ContentIdentifier,
        _ run: inout TagRun,
        _ processors: [PingPlan.Processor],
        _ cadence: PingCadence,
        ends: Bool = false,
        _ record: MeasurementRecord,
        _ effects: inout [Effect]
    ) {
        let credit: (segments: Int, seconds: Int) = cadence == .interval ? run.take() : (0, 0)
        setCommon(record)
        setMetadata(record.metadata, record.lane == .ad ? 1 : 0)
        set(.cid, .text(run.cid))
        set(.cidKind, .text(cid.rawValue))
        set(.cidOffset, .integer(run.lastOffset))
        set(.seconds, .integer(Int64(credit.seconds)))
        set(.duration, .integer(Int64(credit.segments * thresholds.segmentSeconds)))
        set(.davty, .integer(cadence == .interval ? ends ? 2 : 1 : 0))
        set(.aqh, .integer(cadence == .quarterHour ? 1 : 0))
        let length = record.metadata["length"]
        set(.isLive, .text(length == nil || length == "0" || length == "86400" ? "true" : "false"))
        for processor in processors where processor.cadence == cadence {
            let marks = run.isWon ? processor.marks : processor.marksBeforeView ?? processor.marks
            setMarks(.dtvr, cadence, marks, interval: run.intervals)
            make(.dtvr, processor, about: record, segments: credit.segments, &effects)
        }
        tellViewability(cid, cadence, run, record, &effects)
    }

    // MARK: - Ending

    private mutating func end(
        _ cid: PingPlan.ContentIdentifier,
        _ processors: [PingPlan.Processor],
        _ record: MeasurementRecord,
        _ effects: inout [Effect]
    ) {
        guard var run = runs.removeValue(forKey: cid) else { return }
        tell(cid, &run, processors, .interval, ends: true, record, &effects)
    }

    /// Ends what watermarks credit: the stream is over.
    mutating func endRuns(at time: Int64, optedOut: Bool, _ effects: inout [Effect]) {
        guard !runs.isEmpty, let product = plan.product(.dtvr) else { return }
        let metadata = laneMetadata[0] ?? [:]
        let record = MeasurementRecord(
            kind: .end,
            session: session,
            lane: .content,
            assetid: metadata["assetid"] ?? "",
            optedOut: optedOut,
            time: time,
            metadata: metadata
        )
        for cid in PingPlan.ContentIdentifier.allCases {
            end(cid, product.processors.filter { $0.cid == cid }, record, &effects)
        }
    }
}
