// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
    import CryptoKit
#else
    import CCrypto
#endif

/// A hash function of the system's cryptographic library.
///
/// ```swift
/// HashAlgorithm.sha256.hex(of: "abc")  // "ba7816bf 8f01cfea …" without the spaces
/// ```
///
/// MD5 and SHA-1 are included because ping templates and partners require them; neither protects anything.
package enum HashAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// 16 bytes; RFC 1321.
    case md5
    /// 20 bytes; FIPS 180-4.
    case sha1
    /// 32 bytes; FIPS 180-4.
    case sha256

    /// The size of a hash, in bytes.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        }
    }

    /// Returns the hash of bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Returns: The hash of ``byteCount`` bytes; nil if the system forbids the function, as some do MD5.
    package func hash(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        bytes.withContiguousStorageIfAvailable { hash(bytes: UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { hash(bytes: $0) }
    }

    /// Returns the hash of the UTF-8 bytes of a text, in lower-case hexadecimal digits.
    ///
    /// - Parameter text: Any text.
    /// - Returns: Two digits for each byte; nil if the system forbids the function.
    package func hex(of text: String) -> String? {
        hash(text.utf8).map { Hexadecimal.text(of: $0) }
    }

    #if canImport(CryptoKit)
        private func hash(bytes: UnsafeRawBufferPointer) -> [UInt8]? {
            switch self {
            case .md5: Array(digest(Insecure.MD5(), bytes))
            case .sha1: Array(digest(Insecure.SHA1(), bytes))
            case .sha256: Array(digest(SHA256(), bytes))
            }
        }

        private func digest<Function: HashFunction>(
            _ function: Function,
            _ bytes: UnsafeRawBufferPointer
        ) -> Function.Digest {
            var function = function
            function.update(bufferPointer: bytes)
            return function.finalize()
        }
    #else
        private func hash(bytes: UnsafeRawBufferPointer) -> [UInt8]? {
            LibCrypto.outlivesMain
            let function =
                switch self {
                case .md5: EVP_md5()
                case .sha1: EVP_sha1()
                case .sha256: EVP_sha256()
                }
            var succeeded = false
            let digest = [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
                var length: UInt32 = 0
                let answer = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, &length, function, nil)
                succeeded = answer == 1 && Int(length) == byteCount
                count = succeeded ? byteCount : 0
            }
            return succeeded ? digest : nil
        }
    #endif
}
