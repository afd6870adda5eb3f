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
        case broken
        /// The content identifier that the run follows was not recognized; the run waits for the next one.
        case unrecognized
    }

    /// The number of seconds without a watermark that ends a run; `nol_id3IntrvlGp`.
    package let gapSeconds: Int
    /// The length of the run, in seconds of the stream.
    package private(set) var seconds = 0
    /// The position of the last watermark in the stream, in seconds.
    ///
    /// If it had no offset, this is the previous offset plus the time since then.
    package private(set) var offset = 0
    /// The last watermark of the run.
    package private(set) var last: NielsenID3Tag?
    private let side: Side
    private let nullContentIDs: Set<String>
    private var lastHeard = Instant.zero

    /// Makes a run without watermarks.
    ///
    /// - Parameters:
    ///   - gapSeconds: The number of seconds without a watermark that ends the run; at least 1.
    ///   - side: The identifier that it follows.
    ///   - nullContentIDs: The identifiers that mean "no identifier".
    package init(
        gapSeconds: Int = 15,
        side: Side = .finalDistributor,
        nullContentIDs: Set<String> = [NielsenID3Tag.nullContentID]
    ) {
        self.gapSeconds = max(1, gapSeconds)
        self.side = side
        self.nullContentIDs = nullContentIDs
    }

    /// Handles a watermark.
    ///
    /// - Parameters:
    ///   - tag: The watermark.
    ///   - now: The time at which it arrived.
    /// - Returns: Its meaning. After ``Step/broken`` the run is the one that begins with this watermark.
    package mutating func add(_ tag: NielsenID3Tag, at now: Instant) -> Step {
        let identifier = tag.contentID(side)
        guard !nullContentIDs.contains(identifier) else { return .unrecognized }
        guard let last else {
            begin(tag, now)
            return .began
        }
        let silence = max(.zero, now - lastHeard)
        let told = tag.offset(side)
        // A watermark without an offset shows that the stream continues, but not where; the clock shows that.
        let distance = told == NielsenID3Tag.nullOffset ? Int(clamping: silence.components.seconds) : told - offset
        guard identifier == last.contentID(side), silence <= .seconds(gapSeconds), (0...gapSeconds).contains(distance)
        else {
            begin(tag, now)
            return .broken
        }
        lastHeard = now
        if tag == last { return .repeated }
        seconds += distance
        offset += distance
        self.last = tag
        return .continued(seconds: distance)
    }

    private mutating func begin(_ tag: NielsenID3Tag, _ now: Instant) {
        last = tag
        offset = tag.offset(side)
        seconds = 0
        lastHeard = now
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
