// SPDX-License-Identifier: Apache-2.0

#if canImport(CCrypto)
    import CCrypto
#endif

extension ServerCertificate {
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
}
