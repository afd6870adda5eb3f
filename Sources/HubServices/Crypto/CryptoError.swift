// SPDX-License-Identifier: Apache-2.0

/// The reason why encryption or decryption failed.
package enum CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A key or an initialization vector has the wrong length; the values are its name, its length and the required
    /// length, in bytes.
    case wrongLength(of: String, bytes: Int, needed: Int)
    /// A cipher text cannot be decrypted: it was truncated, changed, or encrypted with another key.
    case undecipherable
    /// The system's library failed; the value is the name of its function.
    case library(String)

    /// A description of what was wrong and what would be right.
    package var description: String {
        switch self {
        case .wrongLength(let what, let bytes, let needed):
            "the \(what) has \(bytes) bytes; \(needed) are needed"
        case .undecipherable:
            "the cipher text cannot be decrypted; it was cut or changed, or the key is another one"
        case .library(let function):
            "the system's cryptographic library refused \(function)"
        }
    }
}
