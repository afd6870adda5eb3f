// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A disk for whole files that fails at one of its steps, and that forgets what was not synchronised.
final class ForgetfulFiles: DurableDisk {
    /// How the steps fail.
    enum Fault: CaseIterable {
        /// The process ends in the middle of that step: what it did stays.
        case process
        /// The power goes in the middle of that step: of what was not synchronised any part may be lost.
        case power
        /// That step alone fails, as on a full disk, and the process goes on.
        case once
    }

    private struct State {
        var steps = 0
        /// The bytes of new files that are not yet on the disk, by path.
        var loose: Set<String> = []
        /// What a rename that is not yet on the disk took the place of; nil where there was nothing.
        var renamed: [String: Data?] = [:]
    }

    private let cut: Int
    private let fault: Fault
    private let system = SystemDisk()
    private let state = Locked(State())

    /// Makes a disk.
    ///
    /// - Parameters:
    ///   - cut: The step that fails, from 1.
    ///   - fault: How.
    init(cutAt cut: Int, _ fault: Fault) {
        self.cut = cut
        self.fault = fault
    }

    /// Whether the fault came.
    var isCut: Bool { state.withLock { $0.steps >= cut } }

    private func fails(_ step: Int) -> Bool { fault == .once ? step == cut : step >= cut }

    /// Counts a step, and does it unless the disk is gone.
    ///
    /// Where it fails half of it may be done.
    private func step(half: () -> Void = {}, _ whole: (inout State) -> Bool) -> Bool {
        state.withLock { state in
            state.steps += 1
            if state.steps == cut { half() }
            guard !fails(state.steps) else {
                errno = fault == .once ? ENOSPC : EIO
                return false
            }
            return whole(&state)
        }
    }

    func make(_ path: String, holding data: Data) -> Bool {
        step(half: { _ = system.make(path, holding: data.prefix(data.count / 2)) }) { state in
            state.loose.insert(path)
            return system.make(path, holding: data)
        }
    }

    func mark(_ path: String, _ byte: UInt8, through descriptor: Int32?) -> Bool {
        step { _ in system.mark(path, byte, through: descriptor) }
    }

    func synchronize(_ path: String) -> Bool {
        step { state in
            state.loose.remove(path)
            return true
        }
    }

    func rename(_ path: String, to name: String) -> Bool {
        step { state in
            state.renamed[name] = .some(FileManager.default.contents(atPath: name))
            if state.loose.remove(path) != nil { state.loose.insert(name) }
            return system.rename(path, to: name)
        }
    }

    func remove(_ path: String) {
        _ = step { _ in
            system.remove(path)
            return true
        }
    }

    func synchronizeFolder(of path: String) {
        _ = step { state in
            state.renamed[path] = nil
            return true
        }
    }

    /// Takes away what was not synchronised, as far as the dice say.
    func lose(_ dice: inout SeededGenerator) {
        let state = state.withLock { $0 }
        for path in state.loose.sorted() {
            guard let whole = FileManager.default.contents(atPath: path) else { continue }
            var left = Data(whole.prefix(Int.random(in: 0...whole.count, using: &dice)))
            // Some file systems keep the length and give zeros for the bytes.
            if Bool.random(using: &dice) { left += Data(repeating: 0, count: whole.count - left.count) }
            try? left.write(to: URL(fileURLWithPath: path))
        }
        for (path, before) in state.renamed {
            let isLost = Bool.random(using: &dice)
            guard isLost else { continue }
            if let before {
                try? before.write(to: URL(fileURLWithPath: path))
            } else {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }
}
