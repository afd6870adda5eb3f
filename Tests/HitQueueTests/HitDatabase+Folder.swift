// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

@testable import HubStorage

extension HitDatabase {
    /// Opens the usual file of a folder as it is.
    convenience init(in folder: TemporaryFolder) throws {
        try self.init(
            path: folder.file.path,
            schema: .current,
            busyTimeout: .seconds(1),
            maximumFileBytes: nil,
            durability: .process,
            isChecked: false
        )
    }
}
