// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The intervals at which the watermarks of a stream come: a player that passes on too few credits nothing.
struct TagCadence: Sendable {
    private var last: (tag: NielsenID3Tag, time: NielsenTime)?
    private var slow = 0

    /// Takes note of a watermark.
    ///
    /// - Returns: How many seconds the watermarks are apart, once three in a row were too far apart while the offsets say
    ///   that the stream went on; nil otherwise.
    mutating func note(_ tag: NielsenID3Tag, limit: Int, at time: NielsenTime) -> Int? {
        defer { last = (tag, time) }
        guard let last, last.tag.finalDistributorID == tag.finalDistributorID else {
            slow = 0
            return nil
        }
        let apart = min(Int(clamping: (time.instant - last.time.instant).components.seconds), 1 << 40)
        let distance = tag.finalDistributorOffset - last.tag.finalDistributorOffset
        guard apart > limit, (distance - apart).magnitude <= 2 else {
            slow = 0
            return nil
        }
        slow += 1
        return slow == 3 ? apart : nil
    }
}
