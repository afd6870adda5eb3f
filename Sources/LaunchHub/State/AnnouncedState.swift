// SPDX-License-Identifier: Apache-2.0

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
