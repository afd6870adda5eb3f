// SPDX-License-Identifier: Apache-2.0

#if canImport(CommonCrypto)
    import CommonCrypto
#else
    import CCrypto
#endif

/// AES with a 128-bit key in CBC mode and PKCS#7 padding.
///
/// CBC hides a text but does not reveal changes to it; identifiers in pings need no more.
package struct AES128CBC: Sendable {
    /// The size of a key, an initialization vector and a block, in bytes.
    package static let blockBytes = 16

    private let key: [UInt8]

    /// Makes a cipher.
    ///
    /// - Parameter key: 16 bytes.
    /// - Throws: ``CryptoError/wrongLength(of:bytes:needed:)`` for a key of another length.
    package init(key: [UInt8]) throws(CryptoError) {
        guard key.count == Self.blockBytes else {
            throw .wrongLength(of: "key", bytes: key.count, needed: Self.blockBytes)
        }
        self.key = key
    }

    /// Encrypts bytes.
    ///
    /// - Parameters:
    ///   - plain: Any number of bytes.
    ///   - iv: The initialization vector, 16 bytes; never use one twice with the same key.
    /// - Returns: The cipher text, padded to whole blocks.
    /// - Throws: ``CryptoError`` if the vector has the wrong length or the system's library fails.
    package func encrypt(_ plain: [UInt8], iv: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard iv.count == Self.blockBytes else {
            throw .wrongLength(of: "initialization vector", bytes: iv.count, needed: Self.blockBytes)
        }
        // The library counts in 32-bit integers.
        guard plain.count <= 1 << 30 else {
            throw .wrongLength(of: "text", bytes: plain.count, needed: 1 << 30)
        }
        return try transform(plain, iv)
    }

    #if canImport(CommonCrypto)
        private func transform(_ input: [UInt8], _ iv: [UInt8]) throws(CryptoError) -> [UInt8] {
            var status = CCCryptorStatus(kCCSuccess)
            let output = [UInt8](unsafeUninitializedCapacity: input.count + Self.blockBytes) { output, count in
                status = CCCrypt(
                    CCOperation(kCCEncrypt),
                    CCAlgorithm(kCCAlgorithmAES128),
                    CCOptions(kCCOptionPKCS7Padding),
                    key,
                    key.count,
                    iv,
                    input,
                    input.count,
                    output.baseAddress,
                    output.count,
                    &count
                )
                if status != CCCryptorStatus(kCCSuccess) { count = 0 }
            }
            guard status == CCCryptorStatus(kCCSuccess) else {
                throw .library("CCCrypt")
            }
            return output
        }
    #else
        private func transform(_ input: [UInt8], _ iv: [UInt8]) throws(CryptoError) -> [UInt8] {
            LibCrypto.outlivesMain
            guard let context = EVP_CIPHER_CTX_new() else { throw .library("EVP_CIPHER_CTX_new") }
            defer { EVP_CIPHER_CTX_free(context) }
            guard EVP_CipherInit_ex(context, EVP_aes_128_cbc(), nil, key, iv, 1) == 1 else {
                throw .library("EVP_CipherInit_ex")
            }
            var succeeded = false
            let output = [UInt8](unsafeUninitializedCapacity: input.count + Self.blockBytes) { output, count in
                var body: Int32 = 0
                var rest: Int32 = 0
                guard let start = output.baseAddress,
                    EVP_CipherUpdate(context, start, &body, input, Int32(input.count)) == 1,
                    EVP_CipherFinal_ex(context, start + Int(body), &rest) == 1
                else { return }
                succeeded = true
                count = Int(body) + Int(rest)
            }
            guard succeeded else { throw .library("EVP_CipherUpdate") }
            return output
        }
    #endif
}

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
