// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

/// A run of watermarks of one stream, played without a break.
///
/// Watermarks occur every few seconds, and their offsets advance with time. A gap of more than `nol_id3IntrvlGp`
/// seconds in either, a jump back, or another content identifier ends the run and begins the next one. Only this type
/// decides that; the credit of watermarks follows it as well.
package struct NielsenID3Run: Sendable, Hashable {
    /// The content identifier of a watermark that a run follows.
    package enum Side: String, Sendable, Hashable, CaseIterable {
        /// The final distributor: the second field of a payload, and its offset.
        case finalDistributor = "FD"
        /// The programme: the first field of a payload, and its offset.
        case programContent = "PC"
    }

    /// The meaning of a watermark for the run.
    package enum Step: Sendable, Hashable {
        /// The first watermark of a run.
        case began
        /// The run continues; the value is the number of seconds of the stream played since the previous watermark.
        case continued(seconds: Int)
        /// The watermark is repeated; nothing changed.
        case repeated
        /// The run has ended, and this watermark begins the next one.
        case broken(Break)
        /// The content identifier that the run follows was not recognized; the run waits for the next one.
        case unrecognized
    }

    /// The reason why a run ended.
    package enum Break: Sendable, Hashable {
        /// No watermark arrived for too long; the value is the number of seconds.
        case gap(seconds: Int)
        /// The offset jumped forward or back; the value is the number of seconds.
        case leap(seconds: Int)
        /// The programme or distributor changed.
        case contentIDChanged
    }

    /// The number of seconds without a watermark that ends a run; `nol_id3IntrvlGp`.
    package let gapSeconds: Int
    /// The identifier that the run follows; nil follows the distributor, or the programme if no distributor was
    /// recognized.
    package let side: Side?
    /// The length of the run, in seconds of the stream.
    package private(set) var seconds = 0
    /// The number of watermarks in the run, without repeated ones.
    package private(set) var count = 0
    /// The position of the last watermark in the stream, in seconds.
    ///
    /// If it had no offset, this is the previous offset plus the time since then.
    package private(set) var offset = 0
    /// The first watermark of the run.
    package private(set) var first: NielsenID3Tag?
    /// The last watermark of the run.
    package private(set) var last: NielsenID3Tag?
    private let nullContentIDs: Set<String>
    private var place: Place?
    private var lastHeard = Instant.zero

    /// Makes a run without watermarks.
    ///
    /// - Parameters:
    ///   - gapSeconds: The number of seconds without a watermark that ends the run; at least 1.
    ///   - side: The identifier that it follows; nil follows the distributor, or the programme if no distributor was
    ///     recognized.
    ///   - nullContentIDs: The identifiers that mean "no identifier".
    package init(
        gapSeconds: Int = 15,
        side: Side? = nil,
        nullContentIDs: Set<String> = [NielsenID3Tag.nullContentID]
    ) {
        self.gapSeconds = max(1, gapSeconds)
        self.side = side
        self.nullContentIDs = nullContentIDs
    }

    /// The identifier of the run; nil before the first watermark.
    package var contentID: String? { place?.identifier }

    /// Handles a watermark.
    ///
    /// - Parameters:
    ///   - tag: The watermark.
    ///   - now: The time at which it arrived.
    /// - Returns: Its meaning. After ``Step/broken(_:)`` the run is the one that begins with this watermark.
    package mutating func add(_ tag: NielsenID3Tag, at now: Instant) -> Step {
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
        // A watermark without an offset shows that the stream continues, but not where; the clock shows that.
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

    /// Ends the run, because playback was stopped.
    package mutating func reset() {
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
        // After a pause a stream continues where it was, and a live one where the clock is; everything else is a jump.
        return isNear || (distance &- silence).magnitude <= gapSeconds.magnitude
            ? .gap(seconds: silence) : .leap(seconds: distance)
    }

    // MARK: - Places

    /// The position of a watermark in its stream.
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
    /// The offset that means "no offset"; `nol_cidOffsetNull`.
    package static let nullOffset = 0

    /// Returns the content identifier of a side.
    ///
    /// - Parameter side: The distributor or the programme.
    /// - Returns: URL-safe base64.
    package func contentID(_ side: NielsenID3Run.Side) -> String {
        switch side {
        case .finalDistributor: finalDistributorID
        case .programContent: programContentID
        }
    }

    /// Returns the offset of a side.
    ///
    /// - Parameter side: The distributor or the programme.
    /// - Returns: Seconds, 0 to 99999.
    package func offset(_ side: NielsenID3Run.Side) -> Int {
        switch side {
        case .finalDistributor: finalDistributorOffset
        case .programContent: programContentOffset
        }
    }
}
