// SPDX-License-Identifier: Apache-2.0

/// The title of a recording, what it leaves out, and how much it may cost.
public struct RecordingOptions: Sendable {
    /// The title for reports.
    public var title: String
    /// The values that are replaced.
    public var redaction: RecordingRedaction
    /// The most lines a second, on average; above, lines about the hub and lines about the SDK are dropped, each by
    /// themselves, and the recording says how many.
    ///
    /// An app has some lines a second. The limit bounds what a flood of events costs.
    public var linesPerSecond: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - title: The title for reports.
    ///   - redaction: The values that are replaced; identifiers by default.
    ///   - linesPerSecond: The most lines a second, on average, at least 1.
    public init(
        title: String = "Recorded session",
        redaction: RecordingRedaction = .identifiers,
        linesPerSecond: Int = 2_000
    ) {
        self.title = title
        self.redaction = redaction
        self.linesPerSecond = linesPerSecond
    }
}
