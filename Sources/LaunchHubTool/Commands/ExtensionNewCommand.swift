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
            throw UsageError(
                description: "\(package ?? "") is not the folder of launch-hub; it has no Package.swift of it."
            )
        }
        let files = ExtensionTemplate(name: name, package: reference).files
        try Self.make(folder, shown, files)
        if console.isJSON {
            console.write([
                "kind": "created", "folder": .string(shown), "files": .array(files.map { .string($0.path) }),
                "package": .string(reference.path),
            ])
        } else {
            console.write(["Made \(shown):"] + files.map { "  \($0.path)" } + ["Next: cd \(shown) && swift test"])
        }
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
            throw UsageError(
                description: "\(shown) exists already, and nothing is overwritten; use another name or --in."
            )
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
