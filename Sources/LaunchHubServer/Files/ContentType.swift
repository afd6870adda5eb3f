// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The content type of a file, by its extension.
enum ContentType {
    private static let types = [
        "json": "application/json", "jsonl": "application/x-ndjson", "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "txt": "text/plain; charset=utf-8",
        "md": "text/markdown; charset=utf-8", "xml": "application/xml", "svg": "image/svg+xml", "png": "image/png",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "ico": "image/x-icon", "pem": "application/x-pem-file",
        "plist": "application/xml", "m3u8": "application/vnd.apple.mpegurl", "mpd": "application/dash+xml",
    ]

    static func of(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }
}

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
