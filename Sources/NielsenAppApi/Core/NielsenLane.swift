// SPDX-License-Identifier: Apache-2.0

/// What is measured apart from each other, each with playheads of its own.
public enum NielsenLane: String, Sendable, Hashable, CaseIterable {
    /// Programmes.
    case content
    /// Advertisements.
    case ad
    /// Pages without playback.
    case `static`
}
