// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The chance by which the words in the place of identifiers differ from those of other exports.
enum ExportSalt {
    /// The fewest bytes of a secret.
    private static let shortest = 16

    /// Returns the salt of an export.
    ///
    /// - Parameter path: A file with a secret; nil for chance.
    /// - Returns: Equal numbers for equal secrets.
    /// - Throws: ``FileFailure`` if the file cannot be read, or is too short for a secret.
    static func value(_ path: String?) throws -> UInt64 {
        guard let path else { return .random(in: .min ... .max) }
        let secret = try InputLines.all(path)
        guard secret.count >= shortest else {
            throw FileFailure(
                "use",
                path,
                reason: "it has \(secret.count) bytes; a secret of at least \(shortest) was expected, such as that of "
                    + "\"openssl rand -hex 32\""
            )
        }
        let hash = HashAlgorithm.sha256.hash(secret) ?? []
        return hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
