// SPDX-License-Identifier: Apache-2.0

/// The extent of a recording so far.
struct RecordingCounts: Sendable, Hashable {
    /// The number of lines that were written, or that wait to be sent.
    var lines = 0
    /// The number of lines that were dropped.
    var dropped = 0
    /// The last problem of the destination; nil if there was none.
    var problem: String?
}
