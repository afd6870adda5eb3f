// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Text as it may stand anywhere in an address.
package enum PercentEncoding {
    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
    )

    /// Returns a text with everything but letters, digits and `-._~` percent-encoded in UTF-8.
    package static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
