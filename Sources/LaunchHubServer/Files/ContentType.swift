// SPDX-License-Identifier: Apache-2.0

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
