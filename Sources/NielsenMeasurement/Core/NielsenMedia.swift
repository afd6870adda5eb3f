// SPDX-License-Identifier: Apache-2.0

/// The kinds of media that interruptions distinguish.
public enum NielsenMedia: String, Sendable, Hashable, CaseIterable {
    /// Video.
    case video
    /// Audio, which continues while the device is locked or the app is in the background.
    case audio
}
