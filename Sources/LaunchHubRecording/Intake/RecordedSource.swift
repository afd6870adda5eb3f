// SPDX-License-Identifier: Apache-2.0

/// Something that a recorder is attached to.
protocol RecordedSource: AnyObject, Sendable {
    /// Lets the source report again where it rests and may go on.
    ///
    /// - Parameter intake: Says whether it may.
    /// - Returns: The number of lines at least that were missed, and whether it still rests.
    func wake(_ intake: RecordingIntake) -> (missed: UInt64, isResting: Bool)

    /// Detaches the recorder.
    func detach()
}
