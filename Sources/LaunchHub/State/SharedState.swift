// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The state that one extension shares with the others, as it was at some event.
public enum SharedState: Sendable, Hashable {
    /// The extension has published nothing.
    case none
    /// The extension has announced that a state will come.
    case pending
    /// The values that the extension has published.
    case set(JSONObject)

    /// The published values, where there are some.
    public var values: JSONObject? {
        guard case .set(let values) = self else { return nil }
        return values
    }
}

/// A state that an event announces, as of that event.
package struct AnnouncedState: Sendable {
    /// The extension whose state it is.
    package let owner: String
    /// The one of its two states that is meant.
    package let space: HubStateSpace
    /// The number of the event that the version is at or behind; nil if there is no version, or it was pruned.
    package let version: UInt64?
    package let state: SharedState
}
