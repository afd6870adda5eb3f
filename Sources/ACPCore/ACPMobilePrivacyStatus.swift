// SPDX-License-Identifier: Apache-2.0

/// Whether the user lets the app send data.
///
/// This is the host's switch for everything that leaves the device. It is not the opt-out from measurement, after which
/// measurement goes on under a mark.
public enum ACPMobilePrivacyStatus: Int, Sendable {
    /// Data is sent.
    case optIn = 0
    /// Waiting data is thrown away, and nothing is sent.
    case optOut = 1
    /// Data is kept and waits.
    case unknown = 2
}
