// SPDX-License-Identifier: Apache-2.0

import HubServices

/// One of the two states that an extension may publish side by side.
package enum HubStateSpace: Sendable, Hashable {
    /// The state in the extension's own form.
    case standard
    /// The state in the form of Adobe's Experience Data Model, for extensions that send it on as it is.
    case xdm
}

/// The name of one state: whose it is, and which of the two.
struct StateName: Equatable {
    let owner: FoldedName
    let space: HubStateSpace
    /// What tables are by: one type of key for all of them, as ``RoutingTable`` says why.
    let key: FoldedName

    init(_ owner: FoldedName, in space: HubStateSpace = .standard) {
        self.owner = owner
        self.space = space
        // No other name has this character at its end.
        key = space == .standard ? owner : FoldedName(owner.spelling + "\0")
    }
}
