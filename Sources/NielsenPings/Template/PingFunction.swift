// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A function that a template may call: `sha256(nol_deviceId)`.
enum PingFunction: String, Sendable, Hashable, CaseIterable {
    case lower
    case upper
    case md5
    case sha1
    case sha256

    /// The hash function; nil for the functions on letters.
    var algorithm: HashAlgorithm? {
        switch self {
        case .lower, .upper: nil
        case .md5: .md5
        case .sha1: .sha1
        case .sha256: .sha256
        }
    }
}
