// SPDX-License-Identifier: Apache-2.0

/// Identifiers that a system gives to apps.
package enum SystemIdentifier {
    /// Returns an identifier of the system; nil for zeros alone, which mean that the user refuses it, and for an empty one.
    package static func real(_ id: String?) -> String? {
        guard let id, id.contains(where: { $0 != "0" && $0 != "-" && !$0.isWhitespace }) else { return nil }
        return id
    }
}
