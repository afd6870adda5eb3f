// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Date

#if canImport(CCrypto)
    import CCrypto
#endif

/// A certificate that identifies a server to HTTPS clients.
package struct ServerCertificate: Sendable, Hashable {
    /// The server's certificate and those that lead to the authority, as PEM text.
    package let chain: String
    /// The private key of the first certificate, as PEM text without a passphrase.
    package let key: String
    /// The certificate of the authority that clients have to trust, as PEM text; nil where the user knows it.
    package let authority: String?

    /// Makes a certificate from PEM texts made elsewhere.
    ///
    /// - Parameters:
    ///   - chain: The server's certificate and those that lead to the authority, as PEM text.
    ///   - key: Its private key, as PEM text without a passphrase.
    /// - Throws: ``ServerError/badCertificate(_:)`` where the two cannot be read or do not belong together.
    package init(chain: String, key: String) throws(ServerError) {
        self.init(chain: chain, key: key, authority: nil)
        try check()
    }

    init(chain: String, key: String, authority: String?) {
        self.chain = chain
        self.key = key
        self.authority = authority
    }

    // MARK: - Checking

    /// Checks that the texts can be read and belong together.
    ///
    /// Without libcrypto only their outer form is checked, and libmicrohttpd refuses the rest.
    func check() throws(ServerError) {
        guard chain.contains("-----BEGIN CERTIFICATE-----") else {
            throw .badCertificate("there is no \"BEGIN CERTIFICATE\" in it; give PEM text")
        }
        guard key.contains("PRIVATE KEY-----") else {
            throw .badCertificate("there is no \"BEGIN PRIVATE KEY\" in the key's file; give PEM text")
        }
        #if canImport(CCrypto)
            try checkWithLibrary()
        #endif
    }

    #if canImport(CCrypto)
        private func checkWithLibrary() throws(ServerError) {
            guard let certificate = PEMText.read(chain, { PEM_read_bio_X509($0, nil, nil, nil) }) else {
                throw .badCertificate("the certificate's PEM text is damaged")
            }
            defer { X509_free(certificate) }
            let key = PEMText.read(key) { bio in
                // The last argument is the passphrase; without one the library would ask at the terminal.
                "".withCString { PEM_read_bio_PrivateKey(bio, nil, nil, UnsafeMutableRawPointer(mutating: $0)) }
            }
            guard let key else {
                throw .badCertificate("the key's PEM text is damaged or has a passphrase; give one without")
            }
            defer { EVP_PKEY_free(key) }
            guard X509_check_private_key(certificate, key) == 1 else {
                throw .badCertificate("the key is not the certificate's")
            }
        }
    #endif

    // MARK: - Making

    /// Whether certificates can be made on this system.
    package static var canBeMade: Bool {
        #if canImport(CCrypto)
            true
        #else
            false
        #endif
    }

    /// Makes an authority of its own and a certificate for the loopback addresses that it vouches for.
    ///
    /// The authority's key is thrown away at once, and the authority is valid for these names only, so that trusting it
    /// cannot be used to impersonate another server. Both are valid for 30 days.
    ///
    /// - Parameters:
    ///   - names: Host names in addition to `localhost` and the addresses.
    ///   - date: The present time, from which the validity is counted.
    /// - Returns: The certificate with its key and its authority.
    /// - Throws: ``ServerError/badCertificate(_:)`` if a name is not a host name or the system has no libcrypto.
    package static func make(names: [String] = [], date: Date = Date()) throws(ServerError) -> ServerCertificate {
        for name in names where !isName(name) {
            throw .badCertificate("\(name.prefix(80).debugDescription) is not a host name")
        }
        #if canImport(CCrypto)
            return try CertificateMaker(names: ["localhost"] + names, date: date).make()
        #else
            throw .badCertificate("none can be made on this system; give one and its key")
        #endif
    }

    /// Names go into the text that libcrypto reads extensions from, where a comma would begin another value.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 253 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
    }
}
