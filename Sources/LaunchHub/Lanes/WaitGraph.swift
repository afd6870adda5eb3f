// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The graph of which thread waits for which lane, in the whole process.
///
/// Two extensions whose listeners call each other in order would wait for each other for ever. The thread whose wait
/// would close such a circle is notified. Every thread of a circle but that one is asleep inside its call, so that what
/// it does then overlaps with nothing.
enum WaitGraph {
    private static let waits = Locked<[UInt64: Lane]>([:])

    /// Notes that the calling thread waits for a lane.
    ///
    /// - Returns: False, and nothing is noted, where that lane waits, perhaps by way of others, for the calling thread.
    static func enter(waitingFor lane: Lane) -> Bool {
        let thread = LaneWords.thisThread
        return waits.withLock { waits in
            var next: Lane? = lane
            while let current = next {
                let owner = current.owner
                if owner == thread { return false }
                next = owner == 0 ? nil : waits[owner]
            }
            waits[thread] = lane
            return true
        }
    }

    /// Notes that the calling thread waits no more.
    static func leave() {
        let thread = LaneWords.thisThread
        let lane = waits.withLock { $0.removeValue(forKey: thread) }
        _ = consume lane
    }
}
