// SPDX-License-Identifier: Apache-2.0

#if os(Linux)

    import LaunchHubServer
    import Testing

    /// Certificates that are made for a server, and those that a person gives it.
    struct CertificateTests {
        @Test func aGivenCertificateHasToFitItsKey() throws {
            let one = try ServerCertificate.make()
            let two = try ServerCertificate.make()
            #expect(try ServerCertificate(chain: one.chain, key: one.key).authority == nil)
            let wrong = [
                (one.chain, two.key, "the key is not the certificate's"), ("", one.key, "BEGIN CERTIFICATE"),
                (one.chain, "", "BEGIN PRIVATE KEY"), (one.chain, "-----BEGIN PRIVATE KEY-----\nx", "damaged"),
                ("-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n", one.key, "damaged"),
            ]
            for (chain, key, words) in wrong {
                let error = #expect(throws: ServerError.self) { try ServerCertificate(chain: chain, key: key) }
                #expect(error?.description.contains(words) == true, "\(String(describing: error))")
            }
        }

        @Test(arguments: ["", "a,b", "a b", "x\nDNS:y", "*.example", String(repeating: "a", count: 300)])
        func aNameThatIsNoneGetsNoCertificate(_ name: String) {
            #expect(throws: ServerError.self) { try ServerCertificate.make(names: [name]) }
        }

        @Test func aSecurePortNeedsACertificate() {
            let server = Server(Server.Configuration(port: nil, securePort: 0), routes: [])
            #expect(throws: ServerError.noCertificate) { try server.start() }
        }
    }

#endif
