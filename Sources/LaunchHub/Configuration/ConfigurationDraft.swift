// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// A configuration that is about to be announced, with what is needed to fetch something that it names.
package struct ConfigurationDraft: Sendable {
    /// The configuration in force; empty while none is.
    package let values: JSONObject
    /// Whether the configuration of the app id was asked for and has not come yet.
    package let isAwaited: Bool
    /// Whether anything in it was published or comes with the app, and was not set by the app alone.
    package let isPublished: Bool
    /// What relative addresses in it are relative to: the URL of the published configuration; nil if there is no valid base.
    package let location: URL?
    /// Whether other machines may be asked by `http:`.
    package let allowsInsecure: Bool
    /// The folder that keeps what was published; nil keeps nothing.
    package let cacheFolder: URL?
    /// Returns the client that is in use when it is called, or makes one.
    package let makeClient: @Sendable () -> any HTTPClient
}

/// Something that is done before a configuration is announced, on the thread that announces it.
package typealias ConfigurationPreparation = @Sendable (ConfigurationDraft) -> Void
