// SPDX-License-Identifier: Apache-2.0

/// The extent of a recording so far.
public struct RecordingCounts: Sendable, Hashable {
    /// The number of lines that were written, or that wait to be sent.
    public internal(set) var lines = 0
    /// The number of lines that were dropped.
    public internal(set) var dropped = 0
    /// The last problem of the destination, such as a disk that is full; nil if there was none.
    public internal(set) var problem: String?
}
