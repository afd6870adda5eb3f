// SPDX-License-Identifier: Apache-2.0

/// A sender of hits.
package protocol HitProcessor: Sendable {
    /// Sends one hit and reports one answer.
    ///
    /// The next hit of a stream is not begun before this one was answered. An answer that comes after
    /// ``HitQueue/Configuration/deadline``, and every answer after the first, is ignored.
    ///
    /// - Parameters:
    ///   - hit: What to send. The same one may come again, with the same ``HitQueue/Hit/id``, also after it was sent:
    ///     delivery is at least once.
    ///   - completion: Receives the answer, on any thread, before or after this method returns.
    ///
    /// Called on the queue's delivery queue, for several streams at once, with no lock held.
    func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void)
}

/// The outcome of a hit.
package enum HitAnswer: Sendable, Hashable {
    /// It arrived. The queue deletes it.
    case sent
    /// It did not arrive and this counts as a failed try; too many of them set it aside.
    ///
    /// The time to wait is the receiver's wish, if it has one; otherwise `RetryBackoff` says. The reason is kept with
    /// a hit that is set aside.
    case retry(after: Duration?, reason: String? = nil)
    /// No receiver could be reached, which says nothing about the hit: it waits as for a retry, and the try does not
    /// count.
    ///
    /// Use this when there is no network, so that an outage sets no valid hit aside.
    case unreachable(after: Duration?)
    /// It was refused, for this reason, which says more about the receiver than about the hit: it is set aside at once,
    /// and can be sent again with ``HitQueue/resendSetAsideHits()``.
    case setAside(reason: String)
    /// It will never be accepted, for this reason. The queue drops it and reports that.
    case discard(reason: String)
}
