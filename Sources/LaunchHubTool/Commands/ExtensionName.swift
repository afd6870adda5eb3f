// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices

/// The name of a new extension: that of its package and module, of which its other names are made.
struct ExtensionName: Sendable, Hashable {
    /// The name, such as `Watchlist`.
    let module: String

    /// Checks a name.
    ///
    /// - Parameter text: The name.
    /// - Throws: `UsageError` that says what is wrong, and what would be right.
    init(_ text: String) throws(UsageError) {
        let isLegal = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isLegal, let first = text.first, first.isUppercase else {
            let right = Self.suggestion(text).map { " \($0) would be right." } ?? ""
            throw UsageError(
                description:
                    "\"\(text.prefix(64))\" cannot be the name of a module; use letters and digits of ASCII, and "
                    + "begin with a capital letter.\(right)"
            )
        }
        guard text.count <= 48 else {
            throw UsageError(description: "the name has \(text.count) characters; use 48 at most.")
        }
        guard !Self.taken.contains(text.lowercased()) else {
            throw UsageError(
                description:
                    "\"\(text)\" is the name of a module or of a type that the extension imports; use another one, "
                    + "such as My\(text)."
            )
        }
        module = text
    }

    /// The name of the extension's class.
    ///
    /// It is not that of its module, so that the module's name can stand before other names.
    var type: String { module.hasSuffix("Extension") ? module + "Hub" : module + "Extension" }

    /// The last part of identifiers: `watchlist`, `watchedItems`.
    var identifier: String {
        // A name that begins with several capitals, such as TVGuide, is taken down as far as its first word goes.
        let capitals = module.prefix(while: \.isUppercase)
        let count = capitals.count == module.count ? module.count : max(1, capitals.count - 1)
        return module.prefix(count).lowercased() + module.dropFirst(count)
    }

    /// Returns what was probably meant: words in capitals, without what is between them.
    private static func suggestion(_ text: String) -> String? {
        let words = text.prefix(64).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard joined.first?.isLetter == true, joined != text else { return nil }
        return joined
    }

    /// What the generated files import or declare, in small letters, as file systems may compare names.
    private static let taken: Set<String> = [
        "launchhub", "launchhubtesting", "hubservices", "launchrules", "acpcore", "acpidentity", "acplifecycle",
        "acpsignal", "nielsenappapi", "nielsenappsdkextension", "nielsentesting", "segmentnielsendcr", "ctimer",
        "ccurl",
        "ccrypto", "csqlite", "catomics", "czlib", "hubstorage", "swift", "foundation", "dispatch", "testing", "xctest",
        "glibc", "darwin", "event", "eventhub", "hubextension", "eventlistener", "extensionruntime", "huberror",
        "jsonvalue", "jsonobject", "locked", "testhub", "items", "string", "int", "bool", "double", "array",
        "dictionary",
        "set", "result", "error", "package", "type", "self", "any", "protocol",
    ]
}
