// SPDX-License-Identifier: Apache-2.0

/// The title of a recording, what it leaves out, and how much it may cost.
///
/// Values are replaced before they are written, equal ones by equal words: `redacted-` and eight digits, so that what
/// belongs together can still be found. The words of two recordings have nothing in common.
public struct RecordingOptions: Sendable, Hashable {
    /// The title for reports.
    public var title: String
    /// Whether the identifiers of the device and its user are replaced, wherever they occur.
    ///
    /// That is in metadata, also where it is JSON text, in events and states, in results, and in the addresses of pings.
    /// So is everything that `collectPii` passes on, and what lets somebody in at the addresses of media: users, passwords
    /// and tokens.
    ///
    /// A recording in which they are not says who watched what; treat it accordingly.
    public var replacesIdentifiers: Bool
    /// The names of further members whose values are replaced, in any capitals.
    public var redactedKeys: Set<String>
    /// The most lines a second, on average; above, lines about the hub and lines about the SDK are dropped, each by
    /// themselves, and the recording says how many.
    ///
    /// An app has some lines a second. The limit bounds what a flood of events costs.
    public var linesPerSecond: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - title: The title for reports.
    ///   - replacesIdentifiers: Whether the identifiers of the device and its user are replaced.
    ///   - redactedKeys: The names of further members whose values are replaced, in any capitals.
    ///   - linesPerSecond: The most lines a second, on average, at least 1.
    public init(
        title: String = "Recorded session",
        replacesIdentifiers: Bool = true,
        redactedKeys: Set<String> = [],
        linesPerSecond: Int = 2_000
    ) {
        self.title = title
        self.replacesIdentifiers = replacesIdentifiers
        self.redactedKeys = redactedKeys
        self.linesPerSecond = linesPerSecond
    }
}
