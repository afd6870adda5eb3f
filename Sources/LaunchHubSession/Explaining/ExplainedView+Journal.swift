// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

extension ExplainedView {
    /// Explains what journals say.
    ///
    /// - Parameters:
    ///   - journals: The journals of the view, in order.
    ///   - credited: The segments that its records or pings credit.
    ///   - cause: Returns what the app asked for at a time of the session, in milliseconds.
    mutating func explain(
        _ journals: [CreditJournal],
        credited: Set<Int64>,
        cause: (Int64) -> String
    ) {
        var found: [Int64: ExplainedSegment] = [:]
        let entries = journals.flatMap { journal in journal.entries.map { (journal, $0) } }
        for (place, (journal, entry)) in entries.enumerated() {
            Self.add(entry, journal, to: &found)
            let next = entries.indices.contains(place + 1) ? entries[place + 1].1 : nil
            // The second after the last position is the end's, not that of what was played before.
            if entry.kind == .settled, next?.kind == .ended { continue }
            let before = place > 0 ? entries[place - 1].1 : nil
            let settling = entry.kind == .ended && before?.kind == .settled ? before : nil
            if let last = stretches.indices.last, stretches[last].extend(with: entry) { continue }
            var stretch = CreditStretch(entry, settling: settling)
            if stretch.kind == .ended || stretch.kind == .broken { stretch.cause = cause(stretch.end) }
            stretches.append(stretch)
        }
        for number in credited { found[number]?.isCredited = true }
        segments = found.values.sorted { $0.number < $1.number }
        start = stretches.first?.start ?? start
        end = stretches.last?.end ?? end
    }

    private static let second: Int64 = 1_000_000_000

    /// Adds an entry to the segments that it is about.
    private static func add(
        _ entry: CreditJournal.Entry,
        _ journal: CreditJournal,
        to found: inout [Int64: ExplainedSegment]
    ) {
        func change(_ number: Int64, _ change: (inout ExplainedSegment) -> Void) {
            var segment =
                found[number]
                ?? ExplainedSegment(number: number, length: journal.segmentSeconds, needed: journal.creditSeconds)
            change(&segment)
            found[number] = segment
        }
        switch entry.kind {
        case .began, .step, .jump, .repeated: change(entry.to / journal.segmentSeconds) { $0.playheads += 1 }
        case .settled, .ended, .broken, .passed: break
        }
        for part in entry.parts {
            change(part.segment) { segment in
                segment.time += part.time
                let (start, isFar) = part.segment.multipliedReportingOverflow(by: journal.segmentSeconds)
                guard !isFar, part.time > 0 else { return }
                let first = max(entry.from, start)
                // Less than half a second at the end of a part is the beginning of the next second.
                let count = max(1, ExplainedSegment.seconds(part.time))
                let end = start.addingReportingOverflow(journal.segmentSeconds - 1)
                let last = first.addingReportingOverflow(count - 1)
                guard !end.overflow, !last.overflow, first <= end.partialValue else { return }
                segment.played.add(first...min(last.partialValue, end.partialValue))
            }
        }
    }
}
