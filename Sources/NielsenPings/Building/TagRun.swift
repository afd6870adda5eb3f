// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
import NielsenModel

/// The credit of the watermarks of one content identifier.
///
/// A watermark's offset is a position. Which watermarks are one run says `NielsenID3Run`; within a run the distance
/// between two offsets counts as far as time passed between them, so it is differences that count and not the number of
/// watermarks. A `stop` does not break a run: ads are stopped and content is loaded while the watermarked stream goes on.
struct TagRun: Sendable {
    let side: NielsenID3Run.Side
    let cid: String
    /// Its number within the instance, from 1.
    let number: Int
    /// The view in which it began; 0 outside of any.
    let view: Int
    private(set) var run: NielsenID3Run
    private(set) var account: CreditAccount
    /// The time of the last watermark, in milliseconds since 1970.
    private(set) var lastTime: Int64
    /// Whether enough segments were credited for a view.
    var isWon = false
    private var toldSegments = 0
    /// The record of the last watermark, with the metadata of the stream that the run belongs to.
    private(set) var record: NielsenMeasurementRecord
    /// The other identifier of the last watermark.
    private var companion = ""
    /// The seconds of a segment.
    let segmentSeconds: Int
    /// The credited segments by quarter of an hour, without those that were reported.
    private var windows: [Int64: Int] = [:]
    private var toldWindows: Set<Int64> = []

    init(
        _ side: NielsenID3Run.Side,
        cid: String,
        number: Int,
        _ record: NielsenMeasurementRecord,
        _ thresholds: NielsenThresholds,
        nullContentIDs: Set<String>
    ) {
        var thresholds = thresholds
        run = NielsenID3Run(
            gapSeconds: thresholds.id3IntervalGapSeconds,
            side: side,
            nullContentIDs: nullContentIDs
        )
        thresholds.maximumPlayheadStep = run.gapSeconds
        self.side = side
        self.cid = cid
        self.number = number
        view = record.view
        account = CreditAccount(thresholds, reportsSecondsAlone: false)
        segmentSeconds = thresholds.segmentSeconds
        lastTime = record.time
        self.record = record
    }

    /// The number of credited segments, reported or not.
    var creditedCount: Int { toldSegments + account.pending.count }

    /// Whether there is credit that no ping has reported.
    var hasUntold: Bool { account.hasUntold }

    /// Whether a watermark is of another channel, although this run's identifier goes on: the other identifier is
    /// another one and so is what is known of the stream.
    ///
    /// A watermark that comes late, after the channel was changed, has the identifiers of the channel before.
    func isLeft(by tag: NielsenID3Tag, _ metadata: [String: String]) -> Bool {
        tag.contentID(side.other) != companion
            && record.metadata.contains { key, value in
                Self.ownKeys.contains(key) && metadata[key] != value
            }
    }

    /// The keys of the stream's metadata that say to whom a watermark belongs.
    private static let ownKeys: Set<String> = ["channelName", "clientid", "subbrand", "vcid"]

    /// Handles a watermark.
    ///
    /// - Parameters:
    ///   - tag: The watermark.
    ///   - heard: Its record. The time of day goes on while the device sleeps and says what is a gap; the instant never
    ///     jumps and says what is credited.
    ///   - windowSegments: How long a quarter of an hour is, in segments.
    mutating func hear(_ tag: NielsenID3Tag, _ heard: NielsenMeasurementRecord, windowSegments: Int) {
        let time = heard.time
        let step = run.add(tag, at: .zero + .milliseconds(time))
        // To whom the stream belongs stays, whatever is loaded meanwhile; what is not known of it yet is taken over.
        let known = record.metadata
        record = heard
        if heard.metadata != known {
            record.metadata.merge(known.filter { Self.ownKeys.contains($0.key) }) { _, own in own }
        }
        companion = tag.contentID(side.other)
        guard step != .unrecognized else { return }
        lastTime = time
        switch step {
        // What a watermark says twice says nothing of the time in between.
        case .unrecognized, .repeated: return
        case .began, .broken: account.endRunUncredited(at: heard.instant)
        case .continued: break
        }
        let before = account.pending.count
        account.playhead(Int64(run.offset), at: heard.instant)
        for segment in account.pending.dropFirst(before) {
            windows[segment / Int64(max(1, windowSegments)), default: 0] += 1
        }
    }

    /// Takes out the credited segments and the seconds that no ping has reported yet.
    mutating func removeCredit() -> CreditPeriod {
        let taken = account.removeDuration()
        toldSegments += taken.segments.count
        return taken
    }

    /// Takes out what was done with the watermarks that no ping has explained yet; nil unless accounts keep a journal.
    mutating func removeJournal() -> CreditJournal? { account.removeJournal() }

    /// Returns true once for each quarter of an hour in which enough segments are credited.
    mutating func removeQuarterHour(segments: Int) -> Bool {
        guard let window = windows.first(where: { $0.value >= segments && !toldWindows.contains($0.key) })?.key else {
            return false
        }
        windows[window] = nil
        toldWindows.insert(window)
        return true
    }
}

extension NielsenID3Run.Side {
    /// The other identifier of a watermark.
    var other: Self { self == .finalDistributor ? .programContent : .finalDistributor }
}
