// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// What one extension lets the others know, as it stood at some event.
public enum SharedState: Sendable, Hashable {
    /// The extension has published nothing.
    case none
    /// The extension has announced that a state will come.
    case pending
    /// What the extension has published.
    case set(JSONObject)

    /// The published values, where there are some.
    public var values: JSONObject? {
        guard case .set(let values) = self else { return nil }
        return values
    }
}
