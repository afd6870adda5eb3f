// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Keeps the codes of the remarks that an instance makes.
final class RemarkListener: NSObject, NielsenRemarkDelegate, NielsenAppApiDelegate, NielsenEventTrackerDelegate {
    let codes = Locked<[String]>([])

    func nielsenAppApi(_ appApi: NielsenAppApi, remarked remark: NielsenRemark) {
        codes.withLock { $0.append(remark.code.rawValue) }
    }

    func nielsenEventTracker(_ eventTracker: NielsenEventTracker, remarked remark: NielsenRemark) {
        codes.withLock { $0.append(remark.code.rawValue) }
    }
}
