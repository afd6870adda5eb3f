// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A cache of the last valid configuration of each app id, in a folder with one file each.
///
/// Values and validators share one file, versioned and checksummed, which is replaced as a whole: they always belong
/// together, and a crash leaves the old or the new file. A damaged file, or one of another URL, counts as absent. A
/// file of a later version of the library is not damaged: it stays untouched, and this version keeps its own beside it.
struct ConfigurationCache: Sendable {
    let folder: URL
    let maximumBytes: Int

    func read(_ appID: AppIdentifier, from url: URL) throws(StorageError) -> ConfigurationDocument? {
        // Written anew, a document may be somewhat longer than the text that it was read from.
        let limit = max(0, min(maximumBytes, .max / 8)) * 4 + 65_536
        guard let entry = try KeptFile(file(for: url)).read(limit: limit),
            entry["url"]?.stringValue == url.absoluteString,
            entry["appId"]?.stringValue == appID.text, let values = entry["values"]?.objectValue
        else { return nil }
        let validators = HTTPValidators(entry: entry)
        return ConfigurationDocument(appID: appID, url: url, values: values, validators: validators)
    }

    func write(_ document: ConfigurationDocument) throws(StorageError) {
        var entry: JSONObject = [
            "url": .string(document.url.absoluteString),
            "appId": .string(document.appID.text),
            "values": .object(document.values),
        ]
        document.validators.add(to: &entry)
        try KeptFile(file(for: document.url)).write(entry)
    }

    /// Returns the file for a URL, named by a hash because an id may be longer than a file name and may differ from
    /// another in case only.
    ///
    /// Two URLs with the same hash are harmless: the entry says which one it belongs to.
    private func file(for url: URL) -> URL {
        let hash = FNV1a(url.absoluteString).value
        return folder.appending(path: "configuration-\(String(hash, radix: 16)).json", directoryHint: .notDirectory)
    }
}
