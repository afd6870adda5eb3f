// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Keeps the last good configuration of an address in one file, replaced as a whole.
struct NielsenConfigurationCache: Sendable {
    /// A kept configuration with what its server said about it.
    struct Entry {
        let data: Data
        let etag: String?
        let lastModified: String?
    }

    private let file: URL
    private let address: String

    init(folder: URL, url: URL) {
        address = url.absoluteString
        let name = HashAlgorithm.sha256.hex(of: address) ?? "configuration"
        file = folder.appending(path: "sdk-\(name).json", directoryHint: .notDirectory)
    }

    /// What is kept; nil where there is nothing, or nothing that can be used.
    func read(maximumBytes: Int) -> Entry? {
        guard let data = try? Data(contentsOf: file), data.count <= maximumBytes * 2 + 65_536,
            let object = try? JSONObject(jsonData: data), object["url"]?.stringValue == address,
            let text = object["text"]?.stringValue
        else { return nil }
        return Entry(
            data: Data(text.utf8),
            etag: object["etag"]?.stringValue,
            lastModified: object["lastModified"]?.stringValue
        )
    }

    /// Keeps an answer.
    ///
    /// - Returns: What went wrong, in words; nil where nothing did.
    func write(_ response: HTTPResponse) -> String? {
        var object: JSONObject = [
            "url": .string(address),
            "text": .string(String(decoding: response.body, as: UTF8.self)),
        ]
        object["etag"] = response.headers["ETag"].map(JSONValue.string)
        object["lastModified"] = response.headers["Last-Modified"].map(JSONValue.string)
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try JSONValue.object(object).jsonData().write(to: file, options: .atomic)
            return nil
        } catch {
            return "the configuration could not be kept in \(file.path): \(error)"
        }
    }
}
