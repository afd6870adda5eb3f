// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import LaunchHubServer
    import Testing

    /// What stands in the certificates that are made for a server: since when and until when they are valid.
    struct CertificateContentTests {
        /// 2026-03-02T20:00:00Z.
        private static let now = Date(timeIntervalSince1970: 1_772_481_600)

        /// The bytes of the first certificate of a PEM text.
        private func bytes(_ text: String) throws -> Data {
            let lines = text.split(separator: "\n")
            let begin = try #require(lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"))
            let end = try #require(lines.firstIndex(of: "-----END CERTIFICATE-----"))
            return try #require(Data(base64Encoded: lines[(begin + 1)..<end].joined()))
        }

        /// The times in a certificate, each of which is a tag, a length of 13 and the digits.
        private func times(_ certificate: Data) -> [String] {
            let bytes = [UInt8](certificate)
            return bytes.indices.filter { $0 + 15 <= bytes.count && bytes[$0] == 0x17 && bytes[$0 + 1] == 13 }
                .map { String(decoding: bytes[($0 + 2)..<($0 + 15)], as: UTF8.self) }
                .filter { text in text.hasSuffix("Z") && text.dropLast().allSatisfy(\.isNumber) }
        }

        @Test func aCertificateIsValidForThirtyDaysAndAnHourBefore() throws {
            let made = try ServerCertificate.make(date: Self.now)
            for text in [made.chain, try #require(made.authority)] {
                #expect(try times(bytes(text)) == ["260302190000Z", "260401200000Z"])
            }
        }

        /// Extensions are for certificates of the third version alone, whose number is 2.
        @Test func aCertificateIsOfTheThirdVersion() throws {
            let made = try ServerCertificate.make(date: Self.now)
            for text in [made.chain, try #require(made.authority)] {
                #expect(try bytes(text).firstRange(of: Data([0xA0, 0x03, 0x02, 0x01, 0x02])) != nil)
            }
        }

        @Test(arguments: [("a_b.example", true), (".example", false), ("a/b", false)])
        func aNameOfLettersDigitsAndDotsIsOne(_ name: String, _ isName: Bool) {
            let made = try? ServerCertificate.make(names: [name])
            #expect((made != nil) == isName)
        }

        @Test(arguments: [
            ("", "\"\""), ("a,b", "\"a,b\""), ("a b", "\"a b\""), ("x\nDNS:y", "\"x\\nDNS:y\""), (".a", "\".a\""),
        ])
        func aNameThatIsNoneIsNamed(_ name: String, _ shown: String) {
            #expect(throws: ServerError.badCertificate("\(shown) is not a host name")) {
                try ServerCertificate.make(names: [name])
            }
        }

        @Test(arguments: [(253, true), (254, false)])
        func aNameHasTwoHundredAndFiftyThreeBytesAtMost(_ count: Int, _ isName: Bool) {
            let name = String(repeating: String(repeating: "a", count: 49) + ".", count: 5)
            let made = try? ServerCertificate.make(names: [name + String(repeating: "b", count: count - 250)])
            #expect((made != nil) == isName)
        }
    }
#endif
