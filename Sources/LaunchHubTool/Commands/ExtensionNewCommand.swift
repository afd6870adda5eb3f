// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices

/// The command `launchhub extension new`.
struct ExtensionNewCommand: Command {
    static let syntax = CommandSyntax(
        name: "extension new",
        summary: "make a package with an extension of the hub, its tests and a README",
        discussion: [
            "Makes a folder with a Swift package that builds and whose tests pass: an extension that keeps a list of",
            "items, responds and shares a state, and tests of it on the test kit LaunchHubTesting. Nothing that exists",
            "is overwritten. The package finds launch-hub where this program was built, or where --package says.",
        ],
        examples: [
            "launchhub extension new Watchlist",
            "launchhub extension new Reminders --in extensions",
        ],
        for: ExtensionNewCommand.init
    ) {
        $0.argument(\.name, .text("NAME"), "the name of the package and its module, such as Watchlist")
        $0.option("--in", \.parent, .text("FOLDER"), "where the package's folder is made (default: here)")
        $0.option("--package", \.package, .text("FOLDER"), "the folder of launch-hub (default: that of this program)")
    }

    var common = CommonOptions()
    private var name = ""
    private var parent: String?
    private var package: String?

    func run(_ console: Console) async throws -> ExitCode {
        let name = try ExtensionName(name)
        let parent = URL(fileURLWithPath: parent ?? ".", isDirectory: true)
        let folder = parent.appending(path: name.module, directoryHint: .isDirectory)
        let shown = self.parent.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + name.module } ?? name.module
        let reference = PackageReference(given: package, from: folder, program: Bundle.main.executableURL)
        guard package == nil || reference.isThere else {
            throw UsageError("\(package ?? "") is not the folder of launch-hub; it has no Package.swift of it.")
        }
        let files = ExtensionTemplate(name: name, package: reference).files
        try Self.make(folder, shown, files)
        console.write(
            [
                "kind": "created", "folder": .string(shown), "files": .array(files.map { .string($0.path) }),
                "package": .string(reference.path),
            ],
            or: ["Made \(shown):"] + files.map { "  \($0.path)" } + ["Next: cd \(shown) && swift test"]
        )
        if !reference.isThere {
            console.remark(
                "launch-hub was not found; write its folder into Package.swift, in the place of \(reference.path)."
            )
        }
        return .success
    }

    /// Makes the folder and its files; the folder must not be there yet, not even empty.
    private static func make(_ folder: URL, _ shown: String, _ files: [(path: String, text: String)]) throws {
        let manager = FileManager.default
        let parent = folder.deletingLastPathComponent()
        do {
            try manager.createDirectory(at: parent, withIntermediateDirectories: true)
        } catch {
            throw FileFailure("make", parent.path, error)
        }
        do {
            // Fails where it exists, whoever makes it at the same time.
            try manager.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch {
            guard manager.fileExists(atPath: folder.path) else { throw FileFailure("make", shown, error) }
            throw UsageError("\(shown) exists already, and nothing is overwritten; use another name or --in.")
        }
        for (path, text) in files {
            let file = folder.appending(path: path, directoryHint: .notDirectory)
            do {
                try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file, options: .withoutOverwriting)
            } catch {
                throw FileFailure("write", "\(shown)/\(path)", error)
            }
        }
    }
}

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
                "\"\(text.prefix(64))\" cannot be the name of a module; use letters and digits of ASCII, and "
                    + "begin with a capital letter.\(right)"
            )
        }
        guard text.count <= 48 else {
            throw UsageError("the name has \(text.count) characters; use 48 at most.")
        }
        guard !Self.taken.contains(text.lowercased()) else {
            throw UsageError(
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

/// Where a new package finds this one.
struct PackageReference: Sendable, Hashable {
    /// The name of this package, whatever the folder is called in which it lies.
    static let name = "launch-hub"
    /// The folder, as the manifest writes it.
    let path: String
    /// Whether there is such a folder, with this package in it.
    let isThere: Bool

    /// Finds this package.
    ///
    /// - Parameters:
    ///   - given: Its folder, absolute or as seen from the present one; nil to look for it above this program.
    ///   - folder: The folder of the new package.
    ///   - program: The path of this program.
    init(given: String?, from folder: URL, program: URL?) {
        let found = given.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? program.flatMap(Self.above)
        guard let found else {
            path = "../\(Self.name)"
            isThere = Self.isPackage(folder.appending(path: path))
            return
        }
        let absolute = found.standardizedFileURL.resolvingSymlinksInPath()
        isThere = Self.isPackage(absolute)
        let isBeside =
            absolute.deletingLastPathComponent().path
            == folder.standardizedFileURL.deletingLastPathComponent().resolvingSymlinksInPath().path
        path = isBeside ? "../\(absolute.lastPathComponent)" : absolute.path
    }

    /// The package in which a program was built.
    private static func above(_ program: URL) -> URL? {
        var folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            if isPackage(folder) { return folder }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    private static func isPackage(_ folder: URL) -> Bool {
        let manifest = try? String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        return manifest?.contains("name: \"\(name)\"") == true
    }
}
