// SPDX-License-Identifier: Apache-2.0

package import HubServices
import NielsenModel

/// What an account did with each playhead, for explanations.
///
/// An account keeps one only if its thresholds say so: ``NielsenThresholds/keepsCreditJournal``.
package struct CreditJournal: Sendable, Hashable {
    /// The length of a segment, in seconds.
    package let segmentSeconds: Int64
    /// The seconds of a segment that must be played to credit it.
    package let creditSeconds: Int64
    /// The entries since the last record, the earliest first.
    package private(set) var entries: [Entry] = []

    init(_ thresholds: NielsenThresholds) {
        segmentSeconds = Int64(max(1, thresholds.segmentSeconds))
        creditSeconds = Int64(max(1, thresholds.creditSeconds))
    }

    mutating func note(_ entry: Entry) {
        entries.append(entry)
    }

    /// Adds what the last entry credits to a segment.
    mutating func credit(_ time: Int64, to segment: Int64) {
        guard let last = entries.indices.last else { return }
        entries[last].parts.append(Part(segment: segment, time: time))
    }

    /// Takes out the entries.
    mutating func removeAll() -> CreditJournal {
        defer { entries = [] }
        return self
    }
}

extension CreditJournal {
    /// Time that was credited to one segment.
    package struct Part: Sendable, Hashable {
        /// The number of the segment.
        package let segment: Int64
        /// Nanoseconds.
        package let time: Int64
    }

    /// One thing that happened to an account.
    package struct Entry: Sendable, Hashable {
        /// The kind of an entry.
        package enum Kind: String, Sendable, Hashable {
            /// The first playhead of a run.
            case began
            /// A playhead a few seconds after the one before.
            case step
            /// A playhead somewhere else than a few seconds after the one before.
            case jump
            /// A playhead at the position of the one before.
            case repeated
            /// The last position was credited: something ended, or a ping was made.
            case settled
            /// The run ended.
            case ended
            /// The run ended without its last position: what is loaded was loaded again, or watermarks had a gap.
            case broken
            /// Time passed on a page.
            case passed
        }

        /// The kind of the entry.
        package let kind: Kind
        /// The position before, from which on time is credited, in seconds.
        package let from: Int64
        /// The position that was reached, in seconds.
        package let to: Int64
        /// When it happened.
        package let time: Instant
        /// Nanoseconds since the playhead before.
        package let elapsed: Int64
        /// Nanoseconds of the step that no time passed for.
        package let lost: Int64
        /// What was credited.
        package internal(set) var parts: [Part] = []

        init(_ kind: Kind, from: Int64, to: Int64, at time: Instant, elapsed: Int64 = 0, lost: Int64 = 0) {
            self.kind = kind
            self.from = from
            self.to = to
            self.time = time
            self.elapsed = elapsed
            self.lost = lost
        }

        /// Nanoseconds that were credited.
        package var credited: Int64 { parts.reduce(0) { $0 + $1.time } }
    }
}
