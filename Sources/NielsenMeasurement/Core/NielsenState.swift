// SPDX-License-Identifier: Apache-2.0

/// The state of an instance.
///
/// Source: "iOS SDK API Reference", "Nielsen iOS App SDK Application Life Cycle".
public enum NielsenState: String, Sendable, Hashable, CaseIterable {
    /// Not initialized; only the initialization is expected.
    case initial
    /// Initialized, and waiting for something to be played.
    case idle
    /// Something is being played and measured.
    case processing
    /// Switched off, either by the app or because the initialization failed.
    case disabled
}
