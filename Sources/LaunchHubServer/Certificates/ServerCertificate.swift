// SPDX-License-Identifier: Apache-2.0

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
}
