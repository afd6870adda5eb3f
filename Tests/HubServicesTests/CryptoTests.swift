// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct CryptoTests {
    private static let longText = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

    /// RFC 1321, A.5; FIPS 180-4's examples of SHA-1 and SHA-256.
    @Test(arguments: [
        (HashAlgorithm.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
        (.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha1, longText, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (.sha256, longText, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    ])
    func hashesEqualThePublishedOnes(_ algorithm: HashAlgorithm, _ text: String, _ hex: String) {
        #expect(algorithm.hex(of: text) == hex)
        #expect(algorithm.hash(Array(text.utf8))?.count == algorithm.byteCount)
    }

    /// SP 800-38A, F.2.1: the first blocks, before padding.
    @Test func aesEqualsThePublishedBlocks() throws {
        let cipher = try AES128CBC(key: bytes("2b7e151628aed2a6abf7158809cf4f3c"))
        let iv = try bytes("000102030405060708090a0b0c0d0e0f")
        let plain = try bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
        let sealed = try cipher.encrypt(plain, iv: iv)
        #expect(
            Hexadecimal.text(of: sealed.prefix(32))
                == "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
        )
        #expect(sealed.count == 48)
    }

    /// RFC 3602, case 1, with the padding of whole blocks behind it.
    @Test func aesEqualsTheCaseOfTheRFC() throws {
        let cipher = try AES128CBC(key: bytes("06a9214036b8a15b512e03d534120006"))
        let iv = try bytes("3dafba429d9eb430b422da802c9fac41")
        let sealed = try cipher.encrypt(Array("Single block msg".utf8), iv: iv)
        #expect(Hexadecimal.text(of: sealed.prefix(16)) == "e353779c1079aeb82708942dbe77181a")
    }

    @Test(arguments: 0...33)
    func everyLengthIsPaddedToWholeBlocks(_ length: Int) throws {
        let cipher = try AES128CBC(key: Array(0..<16))
        let sealed = try cipher.encrypt((0..<length).map { UInt8($0) }, iv: [UInt8](repeating: 7, count: 16))
        #expect(sealed.count == (length / 16 + 1) * 16)
    }

    @Test func wrongKeysAndVectorsAreRefused() throws {
        #expect(throws: CryptoError.wrongLength(of: "key", bytes: 15, needed: 16)) {
            try AES128CBC(key: Array(0..<15))
        }
        let cipher = try AES128CBC(key: Array(0..<16))
        #expect(throws: CryptoError.wrongLength(of: "initialization vector", bytes: 0, needed: 16)) {
            try cipher.encrypt([1], iv: [])
        }
    }

    @Test func hexadecimalDigitsComeBackAndNothingElseIsRead() {
        #expect(Hexadecimal.bytes(of: "00fFa0") == [0, 255, 160])
        #expect(Hexadecimal.bytes(of: "") == [])
        #expect(Hexadecimal.bytes(of: "0") == nil)
        #expect(Hexadecimal.bytes(of: "0g") == nil)
    }

    private func bytes(_ hex: String) throws -> [UInt8] {
        try #require(Hexadecimal.bytes(of: hex))
    }
}
