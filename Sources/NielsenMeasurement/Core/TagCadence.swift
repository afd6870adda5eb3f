// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The intervals at which the watermarks of a stream come: a player that passes on too few credits nothing.
struct TagCadence: Sendable {
    private var last: (tag: NielsenID3Tag, time: NielsenTime)?
    private var slow = 0
    /// Seconds by which watermarks that came all at once ran ahead of time.
    private var ahead = 0

    /// Takes note of a watermark.
    ///
    /// - Returns: How many seconds the watermarks are apart, once three in a row were too far apart while the offsets say
    ///   that the stream went on; nil otherwise.
    mutating func note(_ tag: NielsenID3Tag, limit: Int, at time: NielsenTime) -> Int? {
        defer { last = (tag, time) }
        guard let last, last.tag.finalDistributorID == tag.finalDistributorID else {
            (slow, ahead) = (0, 0)
            return nil
        }
        let apart = min(Int(clamping: (time.instant - last.time.instant).components.seconds), 1 << 40)
        let distance = tag.finalDistributorOffset - last.tag.finalDistributorOffset
        // A player that passes on all of a segment at once: the interval is after them.
        if apart < 1, distance > 0, distance <= limit {
            ahead = min(ahead + distance, 1 << 40)
            return nil
        }
        defer { ahead = 0 }
        guard apart > limit, (distance + ahead - apart).magnitude <= 2 else {
            slow = 0
            return nil
        }
        slow += 1
        return slow == 3 ? apart : nil
    }
}
