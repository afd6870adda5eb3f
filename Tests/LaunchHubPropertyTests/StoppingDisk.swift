// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A disk that does a number of steps and nothing after them, as if the process had ended there.
final class StoppingDisk: DurableDisk {
    private let left: Locked<Int>
    private let disk = SystemDisk()

    /// Whether a step was not done.
    var hasStopped: Bool { left.withLock { $0 < 0 } }

    init(after steps: Int) {
        left = Locked(steps)
    }

    private func step(_ body: () -> Bool) -> Bool {
        let isLeft = left.withLock { left in
            left -= left >= 0 ? 1 : 0
            return left >= 0
        }
        return isLeft && body()
    }

    func make(_ path: String, holding data: Data) -> Bool { step { disk.make(path, holding: data) } }
    func mark(_ path: String, _ byte: UInt8, through descriptor: Int32?) -> Bool {
        step { disk.mark(path, byte, through: descriptor) }
    }
    func synchronize(_ path: String) -> Bool { step { disk.synchronize(path) } }
    func rename(_ path: String, to name: String) -> Bool { step { disk.rename(path, to: name) } }
    func remove(_ path: String) {
        _ = step {
            disk.remove(path)
            return true
        }
    }
    func synchronizeFolder(of path: String) {
        _ = step {
            disk.synchronizeFolder(of: path)
            return true
        }
    }
}
