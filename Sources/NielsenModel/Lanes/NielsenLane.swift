// SPDX-License-Identifier: Apache-2.0

/// The tracks that are measured separately, each with playheads of its own.
public enum NielsenLane: String, Sendable, Hashable, CaseIterable {
    /// Programmes.
    case content
    /// Advertisements.
    case ad
    /// Pages without playback.
    case `static`
}
