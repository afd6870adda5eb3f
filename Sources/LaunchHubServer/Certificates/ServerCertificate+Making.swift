// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Date

#if canImport(CCrypto)
    import CCrypto
#endif

extension ServerCertificate {
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
