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
    /// The receiver refused it, which says more about the receiver than about the hit: everything for that receiver waits
    /// for as long as `RetryBackoff` says, and at least for as long as the receiver asks.
    ///
    /// This counts as a failed try. A hit with many of them over a long time is set aside, see
    /// ``HitQueue/Configuration/setAsideAge``; the reason is kept with it.
    case retry(after: Duration?, reason: String = "it was refused")
    /// The receiver says that it is about this hit, which may be so if it accepts others: the hit is set aside, one for each
    /// receiver until that accepts a hit, and tried again then. ``HitQueue/Configuration/maximumAttempts`` of these end it.
    /// Where another was set aside before, this is a retry.
    case refused(reason: String)
    /// No receiver could be reached, which says nothing about the hit: everything for that receiver waits as for a retry,
    /// and the try does not count.
    case unreachable(after: Duration?, reason: String = "nobody answered")
    /// It was not tried: its stream waits for this time.
    case later(after: Duration)
    /// It will never be accepted, for this reason. The queue drops it and reports that.
    case discard(reason: String)
}
