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
