// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// Reads the journals of a view one after the other, and keeps what happened in its segments and stretches, not the entries.
struct JournalReader: Sendable {
    /// An entry with the rules of its journal.
    private struct Noted: Sendable {
        let entry: CreditJournal.Entry
        let segmentSeconds: Int64
        let creditSeconds: Int64
    }

    private var found: [Int64: ExplainedSegment] = [:]
    private var stretches: [CreditStretch] = []
    /// The last entry, which the next one may belong to, and the one before it.
    private var last: Noted?
    private var before: CreditJournal.Entry?

    /// Adds a journal.
    mutating func add(_ journal: CreditJournal) {
        for entry in journal.entries {
            if let last {
                settle(last, next: entry)
                before = last.entry
            }
            last = Noted(entry: entry, segmentSeconds: journal.segmentSeconds, creditSeconds: journal.creditSeconds)
        }
    }

    private mutating func settle(_ noted: Noted, next: CreditJournal.Entry?) {
        let entry = noted.entry
        note(noted)
        // The second after the last position is the end's, not that of what was played before.
        if entry.kind == .settled, next?.kind == .ended { return }
        let settling = entry.kind == .ended && before?.kind == .settled ? before : nil
        if let last = stretches.indices.last, stretches[last].extend(with: entry) { return }
        stretches.append(CreditStretch(entry, settling: settling))
    }

    /// Ends the reading.
    ///
    /// - Parameters:
    ///   - credited: The segments that the view's records or pings credit.
    ///   - cause: Returns what the app asked for at a time of the session, in milliseconds.
    /// - Returns: The segments in ascending order, and what happened in order.
    mutating func finish(
        credited: Set<Int64>,
        cause: (Int64) -> String
    ) -> (segments: [ExplainedSegment], stretches: [CreditStretch]) {
        if let last { settle(last, next: nil) }
        last = nil
        for place in stretches.indices where [.ended, .broken].contains(stretches[place].kind) {
            stretches[place].cause = cause(stretches[place].end)
        }
        for number in credited { found[number]?.isCredited = true }
        return (found.values.sorted { $0.number < $1.number }, stretches)
    }

    /// Adds an entry to the segments that it is about.
    private mutating func note(_ noted: Noted) {
        let entry = noted.entry
        switch entry.kind {
        case .began, .step, .jump, .repeated: change(entry.to / noted.segmentSeconds, noted) { $0.playheads += 1 }
        case .settled, .ended, .broken, .passed: break
        }
        for part in entry.parts {
            change(part.segment, noted) { segment in
                segment.time += part.time
                let (start, isFar) = part.segment.multipliedReportingOverflow(by: noted.segmentSeconds)
                guard !isFar, part.time > 0 else { return }
                let first = max(entry.from, start)
                // Less than half a second at the end of a part is the beginning of the next second.
                let count = max(1, ExplainedSegment.seconds(part.time))
                let end = start.addingReportingOverflow(noted.segmentSeconds - 1)
                let last = first.addingReportingOverflow(count - 1)
                guard !end.overflow, !last.overflow, first <= end.partialValue else { return }
                segment.played.add(first...min(last.partialValue, end.partialValue))
            }
        }
    }

    private mutating func change(_ number: Int64, _ noted: Noted, _ change: (inout ExplainedSegment) -> Void) {
        change(
            &found[
                number,
                default: ExplainedSegment(number: number, length: noted.segmentSeconds, needed: noted.creditSeconds)
            ]
        )
    }
}
