// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
    import Foundation
#endif

/// The user's choice whether the app may send data.
///
/// This is the host's switch for everything that leaves the device. It is not the opt-out from measurement, after which
/// measurement continues with its pings marked.
#if canImport(ObjectiveC)
    @objc(ACPMobilePrivacyStatus)
#endif
public enum ACPMobilePrivacyStatus: Int, Sendable {
    /// Data is sent.
    case optIn = 0
    /// Queued data is discarded, and nothing is sent.
    case optOut = 1
    /// Data is queued until the user has chosen.
    case unknown = 2
}
