// SPDX-License-Identifier: Apache-2.0

/// The end of a recording: a file, or a server.
///
/// One thread at a time uses it.
protocol LineSink: AnyObject, Sendable {
    /// Whether the next lines must be those that a file begins with.
    var needsOpening: Bool { get }

    /// Writes lines, or keeps them until they can be sent.
    ///
    /// - Parameters:
    ///   - text: The lines.
    ///   - now: Nanoseconds since the recording began.
    /// - Returns: The number of lines that were lost, and why.
    func write(_ text: LineText, at now: Int64) -> (lines: UInt64, loss: RecordingLoss)?

    /// Does what is due, such as synchronizing a file.
    ///
    /// - Parameter now: Nanoseconds since the recording began.
    /// - Returns: The time at which something is due next; nil if nothing is.
    func tend(at now: Int64) -> Int64?

    /// Waits until what was written survives a loss of power.
    func synchronize()

    /// Ends the recording.
    func close()

    /// The last problem, in words; nil if there was none.
    var problem: String? { get }
}
