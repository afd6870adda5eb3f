// SPDX-License-Identifier: Apache-2.0

/// Why a hit could not be queued although the user's choice allows it.
///
/// Trouble with the storage is not among them: the queue then keeps hits in memory and says so in its answer.
package enum HitQueueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The payload is longer than the whole queue may be.
    case payloadTooLarge(bytes: Int, limit: Int)
    /// The queue was closed.
    case closed

    /// What was wrong, and what would be right.
    package var description: String {
        switch self {
        case .payloadTooLarge(let bytes, let limit):
            "the payload has \(bytes) bytes; the queue keeps at most \(limit) bytes, so send it in smaller hits"
        case .closed:
            "the queue is closed; make a new one on the same location"
        }
    }
}
