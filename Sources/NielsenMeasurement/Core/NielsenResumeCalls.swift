// SPDX-License-Identifier: Apache-2.0

/// The calls with which a session goes on after an interruption.
///
/// The documents disagree; all are accepted.
package enum NielsenResumeCalls: String, Sendable, Hashable, CaseIterable {
    /// `loadMetadata`. Source: "DCR Video iOS SDK guide", "Interruptions during playback".
    case loadMetadata
    /// `play`, `loadMetadata`. Source: "iOS SDK API Reference", "Nielsen iOS App SDK Application Life Cycle". For
    /// watermarked streams the next watermark comes before the next playhead, which is the third form of the documents.
    case playAndLoadMetadata
}
