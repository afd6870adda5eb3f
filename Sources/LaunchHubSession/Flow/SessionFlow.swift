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
