// SPDX-License-Identifier: Apache-2.0

/// Why a hash or a cipher text could not be made.
public enum CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A key or an initialization vector has the wrong length; which, how many bytes it has, how many are right.
    case wrongLength(of: String, bytes: Int, needed: Int)
    /// A cipher text cannot be decrypted: it was cut, changed, or made with another key.
    case undecipherable
    /// The system's library refused; which of its functions.
    case library(String)

    /// What was wrong, and what would be right.
    public var description: String {
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
