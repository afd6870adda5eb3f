// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

/// The text that a television app shows under "About Nielsen Measurement", because it cannot show a web page.
///
/// ```swift
/// let wording = try NielsenOptOutWording()
/// alert.title = wording.title
/// alert.text = wording.text(learnMoreAt: api.optOutURL)
/// ```
///
/// The text is prescribed, and in English. An app with an agreed translation puts it into its own
/// `<language>.lproj/NielsenOptOut.strings` and passes the folder that contains it.
///
/// Source: "iOS SDK API Reference", "TVOS Opt-out".
public struct NielsenOptOutWording: Sendable, Hashable {
    /// The parts of the text, in the order in which they are shown.
    package enum Key: String, Sendable, Hashable, CaseIterable {
        /// The title of the page.
        case title = "nielsen.about.title"
        /// The purpose of measurement.
        case purpose = "nielsen.about.purpose"
        /// The protection of privacy.
        case privacy = "nielsen.about.privacy"
        /// Instructions for opting out.
        case optOut = "nielsen.about.optOut"
        /// Instructions for opting in again.
        case optIn = "nielsen.about.optIn"
        /// The source of more information; `%@` is the address.
        case learnMore = "nielsen.about.learnMore"
    }

    /// The language that was found, as its folder is named.
    public let language: String
    private let texts: [Key: String]

    /// Reads the text in the first language that is available.
    ///
    /// - Parameters:
    ///   - languages: The user's languages, the preferred one first, such as `de-AT`; English is the last resort.
    ///   - folders: Folders of the app with further languages; they take precedence over that of the SDK.
    /// - Throws: `StorageError` of HubServices if there is no text, or it is not complete.
    public init(
        languages: [String] = Locale.preferredLanguages,
        folders: [URL] = []
    ) throws(StorageError) {
        let all = folders + [NielsenResources.folder].compactMap { $0 }
        for language in Self.candidates(languages) {
            for folder in all {
                let file = Self.file(language, folder)
                guard FileManager.default.fileExists(atPath: file.path) else { continue }
                self.language = language
                texts = try Self.read(file)
                return
            }
        }
        throw StorageError(
            .read,
            path: "NielsenOptOut.strings",
            detail: "it is not beside the program; name a folder that has it"
        )
    }

    /// The title of the page.
    public var title: String { self[.title] }

    /// Returns the text of the page, with an empty line between its parts.
    ///
    /// - Parameter address: The address that the last part refers to for more information.
    /// - Returns: The text without the title.
    public func text(learnMoreAt address: String) -> String {
        var parts = Key.allCases.dropFirst().map { self[$0] }
        if let last = parts.popLast() { parts.append(last.replacingOccurrences(of: "%@", with: address)) }
        return parts.joined(separator: "\n\n")
    }

    /// Returns a part of the text unchanged from the file.
    ///
    /// - Parameter key: The part.
    package subscript(key: Key) -> String { texts[key] ?? "" }

    // MARK: - Reading

    /// Returns the languages for which a folder has a wording.
    ///
    /// - Parameter folder: A folder with `<language>.lproj` folders.
    /// - Returns: Language codes, sorted; empty if the folder cannot be read.
    public static func languages(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }.filter { language in
            FileManager.default.fileExists(atPath: file(language, folder).path)
        }.sorted()
    }

    private static func file(_ language: String, _ folder: URL) -> URL {
        folder.appendingPathComponent("\(language).lproj/NielsenOptOut.strings")
    }

    /// Returns each language, followed by its shorter forms: `zh-Hant-TW`, `zh-Hant`, `zh`.
    private static func candidates(_ languages: [String]) -> [String] {
        var candidates: [String] = []
        for language in languages {
            // A name that leads out of the folder is not a language.
            var parts = language.replacingOccurrences(of: "_", with: "-").split { $0 == "-" }
            guard parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } }) else { continue }
            while !parts.isEmpty {
                candidates.append(parts.joined(separator: "-"))
                parts.removeLast()
            }
        }
        return candidates + ["en"]
    }

    private static func read(_ file: URL) throws(StorageError) -> [Key: String] {
        let strings: [String: String]
        do {
            let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
            strings = list as? [String: String] ?? [:]
        } catch {
            throw StorageError(.read, path: file.path, detail: String(describing: error))
        }
        var texts: [Key: String] = [:]
        for key in Key.allCases {
            guard let text = strings[key.rawValue], !text.isEmpty else {
                throw StorageError(.read, .damaged, path: file.path, detail: "it has no text for \(key.rawValue)")
            }
            texts[key] = text
        }
        return texts
    }
}
