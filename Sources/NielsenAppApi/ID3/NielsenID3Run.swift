// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// A run of watermarks of one stream, played without a break.
///
/// Watermarks come every few seconds, and their offsets go along with the time. A gap of more than `nol_id3IntrvlGp`
/// seconds in either, a leap back, or another content identifier ends the run and begins the next one. This is the only
/// place where that is decided: the credit of watermarks goes by it as well.
public struct NielsenID3Run: Sendable, Hashable {
    /// Which content identifier of a watermark a run follows.
    public enum Side: String, Sendable, Hashable, CaseIterable {
        /// The final distributor: the second field of a payload, and its offset.
        case finalDistributor = "FD"
        /// The programme: the first field of a payload, and its offset.
        case programContent = "PC"
    }

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
        /// The content identifier that the run follows was not recognized; the run waits for the next one.
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
    /// Which identifier the run follows; nil follows the distributor, and the programme where none was recognized.
    public let side: Side?
    /// How many seconds of the stream the run has.
    public private(set) var seconds = 0
    /// How many watermarks the run has, without repeated ones.
    public private(set) var count = 0
    /// Where in the stream the last watermark was, in seconds. Where its offset was the one that stands for none, this
    /// is the offset before it and the time that went by since.
    public private(set) var offset = 0
    /// The first watermark of the run.
    public private(set) var first: NielsenID3Tag?
    /// The last watermark of the run.
    public private(set) var last: NielsenID3Tag?
    private let nullContentIDs: Set<String>
    private var place: Place?
    private var lastHeard = Instant.zero

    /// Makes a run that has heard nothing.
    ///
    /// - Parameters:
    ///   - gapSeconds: After how many seconds without a watermark it is over; at least 1.
    ///   - side: Which identifier it follows; nil follows the distributor, and the programme where none was recognized.
    ///   - nullContentIDs: The identifiers that stand for none.
    public init(
        gapSeconds: Int = 15,
        side: Side? = nil,
        nullContentIDs: Set<String> = [NielsenID3Tag.nullContentID]
    ) {
        self.gapSeconds = max(1, gapSeconds)
        self.side = side
        self.nullContentIDs = nullContentIDs
    }

    /// The identifier that the run is about; nil before the first watermark.
    public var contentID: String? { place?.identifier }

    /// Takes a watermark.
    ///
    /// - Parameters:
    ///   - tag: The watermark.
    ///   - now: When it came.
    /// - Returns: What it means. After ``Step/broken(_:)`` the run is the one that the watermark begins.
    public mutating func take(_ tag: NielsenID3Tag, at now: Instant) -> Step {
        guard let next = place(of: tag) else { return .unrecognized }
        guard let place else {
            begin(tag, next, now)
            return .began
        }
        guard next.side == place.side, next.identifier == place.identifier else {
            begin(tag, next, now)
            return .broken(.contentIDChanged)
        }
        let silence = Int(clamping: max(.zero, now - lastHeard).components.seconds)
        let isSilent = now - lastHeard > .seconds(gapSeconds)
        // An offset that stands for none says that the stream goes on, and not where: the clock says that.
        let distance = next.offset == NielsenID3Tag.nullOffset ? silence : next.offset - offset
        if let reason = reason(distance, silence, isSilent) {
            begin(tag, next, now)
            return .broken(reason)
        }
        lastHeard = now
        if tag == last { return .repeated }
        seconds += distance
        offset += distance
        count += 1
        last = tag
        self.place = next
        return .continued(seconds: distance)
    }

    /// Ends the run: playback was stopped.
    public mutating func reset() {
        self = NielsenID3Run(gapSeconds: gapSeconds, side: side, nullContentIDs: nullContentIDs)
    }

    private mutating func begin(_ tag: NielsenID3Tag, _ next: Place, _ now: Instant) {
        first = tag
        last = tag
        place = next
        offset = next.offset
        seconds = 0
        count = 1
        lastHeard = now
    }

    private func reason(_ distance: Int, _ silence: Int, _ isSilent: Bool) -> Break? {
        let isNear = (0...gapSeconds).contains(distance)
        guard isSilent else { return isNear ? nil : .leap(seconds: distance) }
        // After a pause a stream goes on where it was, and a live one where the clock is; all else is a leap.
        return isNear || (distance &- silence).magnitude <= gapSeconds.magnitude
            ? .gap(seconds: silence) : .leap(seconds: distance)
    }

    // MARK: - Places

    /// Where in which stream a watermark is.
    private struct Place: Sendable, Hashable {
        let side: Side
        let identifier: String
        let offset: Int
    }

    private func place(of tag: NielsenID3Tag) -> Place? {
        switch side {
        case let side?: place(of: tag, side)
        case nil: place(of: tag, .finalDistributor) ?? place(of: tag, .programContent)
        }
    }

    private func place(of tag: NielsenID3Tag, _ side: Side) -> Place? {
        let identifier = tag.contentID(side)
        guard !nullContentIDs.contains(identifier) else { return nil }
        return Place(side: side, identifier: identifier, offset: tag.offset(side))
    }
}

extension NielsenID3Tag {
    /// The offset that stands for none; `nol_cidOffsetNull`.
    public static let nullOffset = 0

    /// The content identifier of a side.
    ///
    /// - Parameter side: Distributor or programme.
    /// - Returns: Base64 that is safe for URLs.
    public func contentID(_ side: NielsenID3Run.Side) -> String {
        switch side {
        case .finalDistributor: finalDistributorID
        case .programContent: programContentID
        }
    }

    /// The offset of a side.
    ///
    /// - Parameter side: Distributor or programme.
    /// - Returns: Seconds, 0 to 99999.
    public func offset(_ side: NielsenID3Run.Side) -> Int {
        switch side {
        case .finalDistributor: finalDistributorOffset
        case .programContent: programContentOffset
        }
    }
}
