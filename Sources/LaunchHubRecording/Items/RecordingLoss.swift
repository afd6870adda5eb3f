// SPDX-License-Identifier: Apache-2.0

/// The reason for which lines are missing.
enum RecordingLoss: String, Sendable, Hashable {
    /// There were more lines a second than the recording may have.
    case rate
    /// More waited than is kept in memory.
    case memory
    /// The file could not be written.
    case file
    /// The server could not be reached.
    case connection
}
