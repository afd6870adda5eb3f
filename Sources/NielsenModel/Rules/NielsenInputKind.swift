// SPDX-License-Identifier: Apache-2.0

/// A kind of input that rules apply to.
package enum NielsenInputKind: String, Sendable, Hashable, CaseIterable {
    /// The app information of an instance.
    case appinfo
    /// The metadata of a programme.
    case content
    /// The metadata of an ad.
    case ad
    /// The metadata of a page.
    case `static`
    /// A dictionary for `trackEvent`.
    case event
    /// The payload of a watermark, or a list of payloads.
    case id3
    /// The state of a connected device, for `updateOTT`.
    case ott
    /// Metadata of the kind given by its `type`, as `loadMetadata` accepts it.
    case metadata
    /// The channel information for `play`.
    case play
}
