// SPDX-License-Identifier: Apache-2.0

/// The reason why encryption failed.
package enum CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A key or an initialization vector has the wrong length; the values are its name, its length and the required
    /// length, in bytes.
    case wrongLength(of: String, bytes: Int, needed: Int)
    /// The system's library failed; the value is the name of its function.
    case library(String)

    /// A description of what was wrong and what would be right.
    package var description: String {
        switch self {
        case .wrongLength(let what, let bytes, let needed):
            "the \(what) has \(bytes) bytes; \(needed) are needed"
        case .library(let function):
            "the system's cryptographic library refused \(function)"
        }
    }
}
