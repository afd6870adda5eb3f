// SPDX-License-Identifier: Apache-2.0

#if !os(Linux)
    import Foundation
    import Security

    /// Certificates that are trusted beside the system's.
    struct HTTPServerTrust: Sendable {
        /// Each certificate in DER.
        private let certificates: [Data]

        /// Reads certificates in PEM; what is between them is ignored.
        init(pem: Data) {
            var found: [Data] = []
            var base64: String?
            for line in String(decoding: pem, as: UTF8.self).split(whereSeparator: \.isNewline) {
                if line.hasPrefix("-----BEGIN CERTIFICATE-----") {
                    base64 = ""
                } else if line.hasPrefix("-----END CERTIFICATE-----") {
                    if let data = base64.flatMap({ Data(base64Encoded: $0) }) { found.append(data) }
                    base64 = nil
                } else {
                    base64?.append(contentsOf: line)
                }
            }
            certificates = found
        }

        /// The credential of a server that one of the authorities has certified, or nil.
        func credential(for trust: SecTrust) -> URLCredential? {
            let anchors = certificates.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            SecTrustSetAnchorCertificates(trust, anchors as CFArray)
            SecTrustSetAnchorCertificatesOnly(trust, false)
            return SecTrustEvaluateWithError(trust, nil) ? URLCredential(trust: trust) : nil
        }
    }
#endif
