// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A disk whose new files everybody on the machine may read, because a web server of another user publishes them.
struct PublicDisk: DurableDisk {
    let base: any DurableDisk

    func make(_ path: String, holding data: Data) -> Bool {
        guard base.make(path, holding: data) else { return false }
        // A folder whose file system has no rights has no use for them.
        try? FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        return true
    }

    func mark(_ path: String, _ byte: UInt8, through descriptor: Int32?) -> Bool {
        base.mark(path, byte, through: descriptor)
    }
    func synchronize(_ path: String) -> Bool { base.synchronize(path) }
    func rename(_ path: String, to name: String) -> Bool { base.rename(path, to: name) }
    func remove(_ path: String) { base.remove(path) }
    func synchronizeFolder(of path: String) { base.synchronizeFolder(of: path) }
}
