// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// A run of watermarks of one stream, played without a break.
///
/// Watermarks come every few seconds, and their offsets go along with the time. A gap of more than `nol_id3IntrvlGp`
/// seconds in either, a leap back, or another content identifier ends the run and begins the next one.
public struct NielsenID3Run: Sendable, Hashable {
    /// What a watermark means for the run.
    public enum Step: Sendable, Hashable {
        /// The first watermark of a run.
        case began
        /// The run goes on; how many seconds of the stream were played since the watermark before.
        case continued(seconds: Int)
        /// The same watermark again; nothing changed.
        case repeated
        /// The run is over, and this watermark begins the next one.
        case broken(Break)
        /// Neither content identifier was recognized; the run waits for the next one.
        case unrecognized
    }

    /// Why a run is over.
    public enum Break: Sendable, Hashable {
        /// No watermark came for too long; for how many seconds.
        case gap(seconds: Int)
        /// The offset leapt, forward or back; by how many seconds.
        case leap(seconds: Int)
        /// Another programme or distributor.
        case contentIDChanged
    }

    /// After how many seconds without a watermark a run is over; `nol_id3IntrvlGp`.
    public let gapSeconds: Int
    /// How many seconds of the stream the run has.
    public private(set) var seconds = 0
    /// How many watermarks the run has, without repeated ones.
    public private(set) var count = 0
    /// The first watermark of the run.
    public private(set) var first: NielsenID3Tag?
    /// The last watermark of the run.
    public private(set) var last: NielsenID3Tag?
    private var lastHeard = Instant.zero

    /// Makes a run that has heard nothing.
    ///
    /// - Parameter gapSeconds: After how many seconds without a watermark it is over; at least 1.
    public init(gapSeconds: Int = 15) {
        self.gapSeconds = max(1, gapSeconds)
    }

    /// Takes a watermark.
    ///
    /// - Parameters:
    ///   - tag: The watermark.
    ///   - now: When it came.
    /// - Returns: What it means. After ``Step/broken(_:)`` the run is the one that the watermark begins.
    public mutating func take(_ tag: NielsenID3Tag, at now: Instant) -> Step {
        guard Self.side(of: tag) != nil else { return .unrecognized }
        guard let last else {
            begin(tag, now)
            return .began
        }
        if let reason = reason(last, tag, silence: now - lastHeard) {
            begin(tag, now)
            return .broken(reason)
        }
        lastHeard = now
        if tag == last { return .repeated }
        let played = Self.distance(last, tag) ?? 0
        seconds += played
        count += 1
        self.last = tag
        return .continued(seconds: played)
    }

    /// Ends the run: playback was stopped.
    public mutating func reset() {
        self = NielsenID3Run(gapSeconds: gapSeconds)
    }

    private mutating func begin(_ tag: NielsenID3Tag, _ now: Instant) {
        first = tag
        last = tag
        seconds = 0
        count = 1
        lastHeard = now
    }

    private func reason(_ last: NielsenID3Tag, _ tag: NielsenID3Tag, silence: Duration) -> Break? {
        if silence > .seconds(gapSeconds) { return .gap(seconds: Int(clamping: silence.components.seconds)) }
        guard let distance = Self.distance(last, tag) else { return .contentIDChanged }
        return distance < 0 || distance > gapSeconds ? .leap(seconds: distance) : nil
    }

    // MARK: - Sides

    /// Which offset counts: the distributor's, or the programme's where no distributor was recognized.
    private enum Side { case distributor, programme }

    private static func side(of tag: NielsenID3Tag) -> Side? {
        if !tag.hasNullFinalDistributorID { return .distributor }
        return tag.hasNullProgramContentID ? nil : .programme
    }

    /// The seconds from one watermark to the next; nil where they are of different streams.
    private static func distance(_ left: NielsenID3Tag, _ right: NielsenID3Tag) -> Int? {
        switch (side(of: left), side(of: right)) {
        case (.distributor, .distributor) where left.finalDistributorID == right.finalDistributorID:
            right.finalDistributorOffset - left.finalDistributorOffset
        case (.programme, .programme) where left.programContentID == right.programContentID:
            right.programContentOffset - left.programContentOffset
        default: nil
        }
    }
}
