// SPDX-License-Identifier: Apache-2.0

/// Where an instance is in its life.
///
/// Source: "iOS SDK API Reference", "Nielsen iOS App SDK Application Life Cycle".
public enum NielsenState: String, Sendable, Hashable, CaseIterable {
    /// Not initialized; nothing is expected but the initialization.
    case initial
    /// Initialized, and waiting for something to be played.
    case idle
    /// Something is being played and measured.
    case processing
    /// Switched off, either by the app or because the initialization failed.
    case disabled
}
