// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The last good rules of each address, in a folder with one file each.
///
/// The rules and what makes the next request conditional share one file, which is replaced as a whole. A damaged file, or
/// one of another address, counts as absent.
struct RuleCache: Sendable {
    let folder: URL

    private static let sizeLimit = 4 * LaunchRuleSet.sizeLimit

    /// Reads the rules of an address.
    ///
    /// - Throws: `StorageError` if the file is damaged, or ``LaunchRuleError`` if its rules are.
    func read(_ url: URL) throws -> RuleDocument? {
        guard let entry = try KeptFile(file(for: url)).read(limit: Self.sizeLimit),
            entry["url"]?.stringValue == url.absoluteString, let text = entry["rules"]?.stringValue
        else { return nil }
        return RuleDocument(
            url: url,
            text: nil,
            set: try LaunchRuleSet(json: Data(text.utf8)),
            validators: HTTPValidators(entry: entry),
            loadedAt: entry["loadedAt"]?.intValue ?? 0,
            isCached: true
        )
    }

    /// Keeps rules in the place of what is there.
    func write(_ document: RuleDocument) throws(StorageError) {
        var entry: JSONObject = [
            "url": .string(document.url.absoluteString),
            "rules": .string(String(decoding: document.text ?? Data(), as: UTF8.self)),
            "loadedAt": .int(document.loadedAt),
        ]
        document.validators.add(to: &entry)
        try KeptFile(file(for: document.url)).write(entry)
    }

    /// Returns the file for an address, named by a hash; two addresses with the same one are harmless, since the entry says
    /// which one it belongs to.
    private func file(for url: URL) -> URL {
        let hash = FNV1a(url.absoluteString).value
        return folder.appending(path: "rules-\(String(hash, radix: 16)).json", directoryHint: .notDirectory)
    }
}
