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
        /// What its server needs to say whether it is still current; empty where that was another server.
        let validators: HTTPValidators
    }

    private let folder: URL
    private let file: URL
    private let address: String
    private let appid: String

    init(folder: URL, url: URL, appid: String) {
        self.folder = folder
        address = url.absoluteString
        self.appid = appid
        let name = HashAlgorithm.sha256.hex(of: "appid " + appid) ?? "configuration"
        file = folder.appending(path: "sdk-\(name).json", directoryHint: .notDirectory)
    }

    /// Returns the cached configuration; nil if there is none that this version can read.
    ///
    /// - Throws: ``StorageError`` where the file is not what was written.
    func read(maximumBytes: Int) throws(StorageError) -> Entry? {
        // Text grows where it is escaped, and there is the address beside it.
        let limit = max(0, min(maximumBytes, .max / 4)) * 2 + 65_536
        guard let object = try KeptFile(file).read(limit: limit) ?? earlierFiles(limit).first?.object,
            let text = object["text"]?.stringValue,
            object["appid"]?.stringValue ?? appid == appid
        else { return nil }
        let isOfThisBase = object["url"]?.stringValue == address
        let validators = isOfThisBase ? HTTPValidators(entry: object) : HTTPValidators()
        return Entry(data: Data(text.utf8), validators: validators)
    }

    /// Keeps a configuration, and removes what earlier versions of the library kept for the app id, whatever its base
    /// was.
    ///
    /// - Returns: What went wrong, in words; nil where nothing did.
    func write(_ entry: Entry) -> String? {
        var object: JSONObject = [
            "url": .string(address),
            "appid": .string(appid),
            "text": .string(String(decoding: entry.data, as: UTF8.self)),
        ]
        entry.validators.add(to: &object)
        do {
            try KeptFile(file).write(object)
        } catch {
            return "the configuration could not be kept in \(file.path): \(error)"
        }
        for earlier in earlierFiles(Self.longestEarlierFile) { try? FileManager.default.removeItem(at: earlier.file) }
        return nil
    }

    // MARK: - Files of before

    private static let longestEarlierFile = 16 << 20
    /// The largest number of files that are searched.
    private static let mostEarlierFiles = 64

    /// The files that were named after the address that they came from, the newest first: the address ends with the app
    /// id, so they are found where the base has moved.
    private func earlierFiles(_ limit: Int) -> [(file: URL, object: JSONObject)] {
        let key = URLResourceKey.contentModificationDateKey
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [key])) ?? []
        let found = files.filter {
            $0.lastPathComponent.hasPrefix("sdk-") && $0.lastPathComponent != file.lastPathComponent
        }
        .prefix(Self.mostEarlierFiles)
        .compactMap { file -> (file: URL, object: JSONObject, date: Date)? in
            guard let data = try? LimitedFile.read(file, limit: limit),
                let object = try? JSONObject(jsonData: data),
                let address = object["url"]?.stringValue.flatMap({ URL(string: $0) }),
                object["appid"]?.stringValue ?? address.deletingPathExtension().lastPathComponent == appid
            else { return nil }
            let date = try? file.resourceValues(forKeys: [key]).contentModificationDate
            return (file, object, date ?? .distantPast)
        }
        return found.sorted { $0.date > $1.date }.map { ($0.file, $0.object) }
    }
}
