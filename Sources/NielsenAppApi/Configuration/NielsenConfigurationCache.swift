// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// Keeps the last good configuration of an app id in one file, replaced as a whole.
///
/// It is found wherever it came from: where the base has moved, the copy starts the instance and the new base is asked
/// without the old one's validators.
struct NielsenConfigurationCache: Sendable {
    /// A kept configuration with what its server said about it.
    struct Entry {
        let data: Data
        let etag: String?
        let lastModified: String?

        /// Whether its server could say that it is still current.
        var hasValidators: Bool { etag != nil || lastModified != nil }
    }

    private let file: URL
    /// The file of before, whose name was made of the address.
    private let earlierFile: URL
    private let address: String
    private let appid: String

    init(folder: URL, url: URL, appid: String) {
        address = url.absoluteString
        self.appid = appid
        func file(_ text: String) -> URL {
            let name = HashAlgorithm.sha256.hex(of: text) ?? "configuration"
            return folder.appending(path: "sdk-\(name).json", directoryHint: .notDirectory)
        }
        self.file = file("appid " + appid)
        earlierFile = file(address)
    }

    /// What is kept; nil where there is nothing, or nothing that can be used.
    func read(maximumBytes: Int) -> Entry? {
        entry(of: file, maximumBytes) ?? entry(of: earlierFile, maximumBytes)
    }

    private func entry(of file: URL, _ maximumBytes: Int) -> Entry? {
        // Text grows where it is escaped, and there is the address beside it.
        let limit = max(0, min(maximumBytes, .max / 4)) * 2 + 65_536
        guard let data = try? LimitedFile.read(file, limit: limit),
            let object = try? JSONObject(jsonData: data), let text = object["text"]?.stringValue,
            object["appid"]?.stringValue ?? appid == appid
        else { return nil }
        let isOfThisBase = object["url"]?.stringValue == address
        return Entry(
            data: Data(text.utf8),
            etag: isOfThisBase ? object["etag"]?.stringValue : nil,
            lastModified: isOfThisBase ? object["lastModified"]?.stringValue : nil
        )
    }

    /// Keeps an answer.
    ///
    /// - Returns: What went wrong, in words; nil where nothing did.
    func write(_ response: HTTPResponse) -> String? {
        var object: JSONObject = [
            "url": .string(address),
            "appid": .string(appid),
            "text": .string(String(decoding: response.body, as: UTF8.self)),
        ]
        object["etag"] = response.headers["ETag"].map(JSONValue.string)
        object["lastModified"] = response.headers["Last-Modified"].map(JSONValue.string)
        do {
            try DurableFile.makeFolder(file.deletingLastPathComponent())
            try DurableFile.replace(file.path, with: JSONValue.object(object).jsonData())
            try? FileManager.default.removeItem(at: earlierFile)
            return nil
        } catch {
            return "the configuration could not be kept in \(file.path): \(error)"
        }
    }
}
