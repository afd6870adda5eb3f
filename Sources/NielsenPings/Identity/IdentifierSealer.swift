// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Makes identifiers unreadable before they leave the device.
enum IdentifierSealer {
    /// Hashes or encrypts an identifier.
    ///
    /// - Parameters:
    ///   - identifier: In the clear.
    ///   - form: How it leaves the device.
    ///   - random: Random bits for the initialization vector.
    /// - Returns: Hexadecimal digits; empty where the system's library refuses, never the identifier itself.
    static func seal(_ identifier: String, _ form: PingPlan.IdentifierForm, _ random: () -> UInt64) -> String {
        guard !identifier.isEmpty else { return "" }
        switch form {
        case .sha256:
            return HashAlgorithm.sha256.hex(of: identifier) ?? ""
        case .aes128(let key):
            var iv: [UInt8] = []
            for word in [random(), random()] {
                iv += (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
            }
            do {
                return Hexadecimal.text(of: iv + (try AES128CBC(key: key).encrypt(Array(identifier.utf8), iv: iv)))
            } catch {
                return ""
            }
        }
    }
}
