// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Names a state of a file, so that a client that has it need not load it again.
struct EntityTag: Sendable, Hashable {
    /// The tag with its quotes.
    let text: String

    /// The tag of a content.
    ///
    /// Equal contents have equal tags, wherever and whenever they were written.
    init(of content: Data) {
        if let hash = HashAlgorithm.sha256.hash(content) {
            text = "\"\(Hexadecimal.text(of: hash.prefix(16)))\""
        } else {
            // Where the system forbids the function the client loads the file each time.
            text = "\"\(UInt64.random(in: .min ... .max))\""
        }
    }

    /// Whether a field such as `If-None-Match` names this state: a list of tags, weak or strong, or `*`.
    func isNamed(in field: String) -> Bool {
        field.split(separator: ",").contains { part in
            let tag = part.trimmingCharacters(in: .whitespaces)
            return tag == "*" || tag == text || tag == "W/\(text)"
        }
    }
}
