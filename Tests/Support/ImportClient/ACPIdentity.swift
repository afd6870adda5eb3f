// SPDX-License-Identifier: Apache-2.0

import ACPCore
import ACPIdentity

/// The visitor.
enum VisitorOfAnApp {
    static func use() {
        ACPIdentity.registerExtension()
        ACPIdentity.syncIdentifier("loyalty", identifier: "7", authentication: .authenticated)
        ACPIdentity.getIdentifiers { identifiers in print(identifiers?.first?.identifier ?? "") }
    }
}
