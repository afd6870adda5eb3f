// SPDX-License-Identifier: Apache-2.0

import CAtomics
import HubServices

/// The observers of a hub. With none installed a look at one word is all that it costs.
///
/// Unchecked: the word is only touched by atomic operations.
final class TapSet: @unchecked Sendable {
    struct Installed: Sendable {
        let tap: any HubTap
        let lane: Lane
    }

    private let taps = Locked<[Installed]>([])
    private let count: UnsafeMutablePointer<UInt64>

    init() {
        count = .allocate(capacity: 1)
        count.initialize(to: 0)
    }

    deinit {
        count.deallocate()
    }

    @inline(__always)
    var isEmpty: Bool { launchhub_load_relaxed(count) == 0 }

    func install(_ tap: any HubTap, on lane: Lane) {
        taps.withLock { taps in
            taps.append(Installed(tap: tap, lane: lane))
            launchhub_store_relaxed(count, UInt64(taps.count))
        }
    }

    func remove(on lane: Lane) {
        remove { $0.lane === lane }
    }

    func removeAll() {
        remove { _ in true }
    }

    private func remove(where condition: (Installed) -> Bool) {
        // Let go of the taps outside the lock.
        let removed = taps.withLock { taps in
            let removed = taps.filter(condition)
            taps.removeAll(where: condition)
            launchhub_store_relaxed(count, UInt64(taps.count))
            return removed
        }
        _ = consume removed
    }

    /// Shows every observer the same records, in one order for all.
    ///
    /// - Returns: The lanes that must be submitted to an executor.
    func record(_ records: [HubRecord]) -> [any HubJob] {
        taps.withLock { taps in
            taps.compactMap { installed in
                let (tap, lane) = (installed.tap, installed.lane)
                let work: LaneItem = .work { for record in records where !lane.isStopped { tap.observe(record) } }
                return lane.post(work) ? lane : nil
            }
        }
    }
}
