// SPDX-License-Identifier: Apache-2.0

/// The end of a recording: a file, or a server.
///
/// One thread at a time uses it.
protocol LineSink: AnyObject, Sendable {
    /// Writes lines, or keeps them until they can be sent.
    ///
    /// - Parameters:
    ///   - now: Nanoseconds since the recording began.
    ///   - make: Returns the lines; receives whether they must begin with those that a file begins with. It is called once,
    ///     under the lock of the sink, so that an answer of the server cannot change that meanwhile.
    /// - Returns: The number of lines that were lost, and why.
    func write(at now: Int64, _ make: (_ isFirst: Bool) -> LineText) -> (lines: UInt64, loss: RecordingLoss)?

    /// Does what is due, such as synchronizing a file.
    ///
    /// - Parameter now: Nanoseconds since the recording began.
    /// - Returns: The time at which something is due next; nil if nothing is.
    func tend(at now: Int64) -> Int64?

    /// Waits until what was written survives a loss of power.
    func synchronize()

    /// Calls back once what was written has arrived, or cannot arrive now, because the process ends.
    func drain(_ done: @escaping @Sendable () -> Void)

    /// Ends the recording.
    func close()

    /// The last problem, in words; nil if there was none.
    var problem: String? { get }
}
