// SPDX-License-Identifier: Apache-2.0

/// The two ways to the extension.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Communication".
package enum SessionFlow: String, Sendable, Hashable, CaseIterable {
    /// Events that the hub carries, each with a response.
    case events
    /// The mirrored calls.
    case api

    /// The flow in words.
    package var title: String {
        switch self {
        case .events: "hub events"
        case .api: "mirrored calls"
        }
    }
}

/// The way in which the sample player speaks to the SDK.
package enum PlayerFlow: String, Sendable, Hashable, CaseIterable {
    /// Events that the hub carries, each with a response.
    case events
    /// The mirrored calls.
    case api
    /// The classic calls of an app that uses the SDK without the extension.
    case classic

    /// The flow in words.
    package var title: String {
        switch self {
        case .events: SessionFlow.events.title
        case .api: SessionFlow.api.title
        case .classic: "classic calls"
        }
    }

    /// The flow that events and calls of the extension take.
    package var session: SessionFlow { self == .api ? .api : .events }
}
