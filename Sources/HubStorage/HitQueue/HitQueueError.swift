// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// Why a hit could not be queued although the user's choice allows it.
///
/// Trouble with the storage is not among them: the queue then keeps hits in memory and says so in its answer.
package struct HitQueueError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
        /// The payload is longer than the whole queue may be.
        case payloadTooLarge(bytes: Int, limit: Int)
        /// The queue was closed.
        case closed
    }

    /// The reason with its values.
    package let reason: Reason

    /// Makes an error.
    ///
    /// - Parameter reason: The reason with its values.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The code of the error.
    package var code: HubErrorCode<HitQueueError> {
        switch reason {
        case .payloadTooLarge: .payloadTooLarge
        case .closed: .closed
        }
    }

    /// What was wrong, and what would be right.
    package var description: String {
        switch reason {
        case .payloadTooLarge(let bytes, let limit):
            "the payload has \(bytes) bytes; the queue keeps at most \(limit) bytes, so send it in smaller hits"
        case .closed:
            "the queue is closed; make a new one on the same location"
        }
    }
}

extension HubErrorCode where Failure == HitQueueError {
    /// The payload is longer than the whole queue may be.
    package static var payloadTooLarge: Self { Self("payloadTooLarge") }
    /// The queue was closed.
    package static var closed: Self { Self("closed") }
}
