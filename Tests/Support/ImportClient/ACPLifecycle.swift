// SPDX-License-Identifier: Apache-2.0

import ACPCore
import ACPLifecycle

/// The sessions of an app.
enum SessionsOfAnApp {
    static func use() {
        ACPLifecycle.registerExtension()
        ACPCore.lifecycleStart(nil)
    }
}
