// SPDX-License-Identifier: Apache-2.0

#if canImport(CCrypto)
    import CCrypto
    import struct Foundation.Date

    /// Makes certificates with libcrypto.
    ///
    /// Each object of the library that is made here is freed here; what is put into another one is copied by it or,
    /// like keys, counted.
    struct CertificateMaker {
        /// The names that the certificate is for; host names only.
        let names: [String]
        let date: Date

        private static let days = 30

        private struct Issuer {
            let certificate: OpaquePointer
            let key: OpaquePointer
        }

        func make() throws(ServerError) -> ServerCertificate {
            guard let authorityKey = ccrypto_make_key() else { throw Self.failure }
            defer { EVP_PKEY_free(authorityKey) }
            guard let key = ccrypto_make_key() else { throw Self.failure }
            defer { EVP_PKEY_free(key) }
            let authority = try certificate(
                named: "launchhub serve, an authority for loopback",
                key: authorityKey,
                extensions: [
                    (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign"),
                    (NID_subject_key_identifier, "hash"), (NID_name_constraints, "critical," + constraints),
                ]
            )
            defer { X509_free(authority) }
            let server = try certificate(
                named: "localhost",
                key: key,
                issuer: Issuer(certificate: authority, key: authorityKey),
                extensions: [
                    (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                    (NID_ext_key_usage, "serverAuth"), (NID_subject_alt_name, alternativeNames),
                    (NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid"),
                ]
            )
            defer { X509_free(server) }
            guard let chain = PEMText.written({ PEM_write_bio_X509($0, server) }),
                let authorityText = PEMText.written({ PEM_write_bio_X509($0, authority) }),
                let keyText = PEMText.written({ PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) })
            else { throw Self.failure }
            return ServerCertificate(chain: chain, key: keyText, authority: authorityText)
        }

        private var alternativeNames: String {
            (["IP:127.0.0.1", "IP:::1"] + names.map { "DNS:\($0)" }).joined(separator: ",")
        }

        /// The names that the authority may certify.
        private var constraints: String {
            let addresses = [
                "IP:127.0.0.1/255.255.255.255", "IP:::1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF",
            ]
            return (addresses + names.map { "DNS:\($0)" }).map { "permitted;\($0)" }.joined(separator: ",")
        }

        private static var failure: ServerError { .badCertificate("libcrypto could not make one") }

        /// A signed certificate that the caller frees; without an issuer it vouches for itself.
        private func certificate(
            named name: String,
            key: OpaquePointer,
            issuer: Issuer? = nil,
            extensions: [(Int32, String)]
        ) throws(ServerError) -> OpaquePointer {
            guard let certificate = X509_new() else { throw Self.failure }
            let issuer = issuer ?? Issuer(certificate: certificate, key: key)
            guard fill(certificate, name, key, issuer),
                extensions.allSatisfy({ Self.add($0.0, $0.1, to: certificate, issuer) }),
                X509_sign(certificate, issuer.key, EVP_sha256()) > 0
            else {
                X509_free(certificate)
                throw Self.failure
            }
            return certificate
        }

        private func fill(_ certificate: OpaquePointer, _ name: String, _ key: OpaquePointer, _ issuer: Issuer) -> Bool
        {
            let seconds = Int(date.timeIntervalSince1970)  // in range: it is today
            // An hour earlier, for clients whose clock is slow.
            return X509_set_version(certificate, 2) == 1
                && ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), .random(in: 1...UInt64(Int64.max))) == 1
                && ASN1_TIME_set(X509_getm_notBefore(certificate), seconds - 3_600) != nil
                && ASN1_TIME_set(X509_getm_notAfter(certificate), seconds + Self.days * 86_400) != nil
                && X509_set_pubkey(certificate, key) == 1
                && X509_NAME_add_entry_by_NID(
                    X509_get_subject_name(certificate),
                    NID_commonName,
                    MBSTRING_FLAG | 1,
                    Array(name.utf8),
                    Int32(name.utf8.count),
                    -1,
                    0
                ) == 1
                && X509_set_issuer_name(certificate, X509_get_subject_name(issuer.certificate)) == 1
        }

        private static func add(
            _ kind: Int32,
            _ text: String,
            to certificate: OpaquePointer,
            _ issuer: Issuer
        ) -> Bool {
            var context = X509V3_CTX()
            X509V3_set_ctx(&context, issuer.certificate, certificate, nil, nil, 0)
            guard let made = X509V3_EXT_conf_nid(nil, &context, kind, text) else { return false }
            defer { X509_EXTENSION_free(made) }
            return X509_add_ext(certificate, made, -1) == 1
        }
    }

    /// Reads and writes PEM text with libcrypto.
    enum PEMText {
        /// Passes a text to a reading function of libcrypto.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - read: Reads the text. It must not keep the reader, which is valid during the call only.
        /// - Returns: What `read` returns, or nil if the text is too long or memory is short.
        static func read<Result>(_ text: String, _ read: (OpaquePointer) -> Result?) -> Result? {
            var text = text
            return text.withUTF8 { bytes in
                // The reader only looks at the bytes, and they outlive it.
                guard let count = Int32(exactly: bytes.count), let bio = BIO_new_mem_buf(bytes.baseAddress, count)
                else {
                    return nil
                }
                defer { BIO_free(bio) }
                return read(bio)
            }
        }

        /// Collects the text that a writing function of libcrypto writes.
        ///
        /// - Parameter write: Writes the text, and returns 1 if it succeeded, as libcrypto's functions do.
        /// - Returns: The text, or nil if it could not be written.
        static func written(_ write: (OpaquePointer) -> Int32) -> String? {
            guard let bio = BIO_new(BIO_s_mem()) else { return nil }
            defer { BIO_free(bio) }
            guard write(bio) == 1 else { return nil }
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = BIO_read(bio, &buffer, Int32(buffer.count))
                guard count > 0 else { break }
                text += buffer.prefix(Int(count))
            }
            return String(decoding: text, as: UTF8.self)
        }
    }
#endif
