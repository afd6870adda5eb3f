// SPDX-License-Identifier: Apache-2.0

import ACPSignal

/// The requests that rules order.
enum SignalsOfAnApp {
    static func use() {
        ACPSignal.registerExtension()
        print(ACPSignal.extensionVersion())
    }
}
