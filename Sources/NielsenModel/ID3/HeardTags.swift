// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The watermarks that a stream had last: its segments repeat their messages, and one that comes again after a newer one says
/// nothing.
///
/// A user who winds back hears earlier ones again as well, but then each follows the one before it in time.
package struct HeardTags: Sendable {
    /// A watermark, and when it came.
    package typealias Heard = (tag: NielsenID3Tag, at: Instant)

    private var tags: [NielsenID3Tag] = []
    /// An earlier one that came again: the beginning of what is played after winding back, if the next one follows it.
    private var again: Heard?
    private static let most = 16

    package init() {}

    /// The newest watermark of the stream; nil before the first.
    package var newest: NielsenID3Tag? { tags.last }

    /// Takes a watermark.
    ///
    /// - Parameters:
    ///   - tag: The watermark.
    ///   - now: When it came.
    /// - Returns: What is new, in order: the watermark, nothing, or the one with which winding back began and this one.
    package mutating func add(_ tag: NielsenID3Tag, at now: Instant) -> [Heard] {
        guard tag != newest else { return [] }
        if let again, Self.follows(again, tag, at: now) {
            tags = [again.tag, tag]
            self.again = nil
            return [again, (tag, now)]
        }
        guard !tags.contains(tag) else {
            if again?.tag != tag { again = (tag, now) }
            return []
        }
        again = nil
        if tags.count == Self.most { tags.removeFirst() }
        tags.append(tag)
        return [(tag, now)]
    }

    /// Whether a watermark lies as far behind an earlier one as it came later.
    private static func follows(_ earlier: Heard, _ tag: NielsenID3Tag, at now: Instant) -> Bool {
        let passed = Int(clamping: (now - earlier.at).components.seconds)
        func fits(_ distance: Int) -> Bool { distance > 0 && (distance - passed).magnitude <= 2 }
        guard passed >= 1 else { return false }
        return tag.finalDistributorID == earlier.tag.finalDistributorID
            && fits(tag.finalDistributorOffset - earlier.tag.finalDistributorOffset)
            || tag.programContentID == earlier.tag.programContentID
                && fits(tag.programContentOffset - earlier.tag.programContentOffset)
    }
}
