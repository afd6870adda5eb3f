// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Options for reading a shared state.
///
/// ```swift
/// let state = runtime.state(of: "com.example.catalogue", at: event, [.lastSet, .barrier])
/// ```
public struct HubStateReading: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Skips versions that are pending: the newest one that was set counts.
    public static let lastSet = HubStateReading(rawValue: 1)

    /// Counts as pending until the owner has handled every event before the one that the state is read at, because it
    /// may yet publish.
    ///
    /// Without an event it changes nothing.
    public static let barrier = HubStateReading(rawValue: 2)

    /// Reads the state in the form of Adobe's Experience Data Model, which an extension may publish beside its own.
    public static let xdm = HubStateReading(rawValue: 4)

    /// The state that is meant.
    var space: HubStateSpace { contains(.xdm) ? .xdm : .standard }
}

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
