// SPDX-License-Identifier: Apache-2.0

/// What is played, as far as interruptions tell it apart.
public enum NielsenMedia: String, Sendable, Hashable, CaseIterable {
    /// Something to be looked at.
    case video
    /// Something to be heard: it goes on while the device is locked or the app is in the background.
    case audio
}
