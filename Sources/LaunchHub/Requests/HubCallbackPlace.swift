// SPDX-License-Identifier: Apache-2.0

/// Where the completion of an extension's request runs.
public enum HubCallbackPlace: Sendable, Hashable {
    /// In the extension's mailbox: in order with the events that the extension receives, and never at the same time as
    /// one of its listeners. A listener that waited for such a completion would wait for ever.
    case mailbox
    /// On any thread of the hub, at any time.
    case anywhere
}
